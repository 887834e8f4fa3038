import { expect, test } from "vitest";
import { makeItem, makeJob } from "../testing/fake-host";
import { scans } from "./scans";

const ITEMS = [
  makeItem("scan.pdf", { state: "failed", code: "needs_ocr" }),
  makeItem("locked.pdf", { state: "failed", code: "encrypted" }),
  makeItem("guide.pdf"),
];

test("files that are pictures are told by the reason of their failure", () => {
  expect(scans(makeJob({ kind: "add_files", state: "done" }), ITEMS)).toEqual(["scan.pdf"]);
});

test("while the job goes on nothing is offered, and files of other jobs are not here to be read again", () => {
  expect(scans(makeJob({ kind: "add_files", state: "running" }), ITEMS)).toEqual([]);
  expect(scans(makeJob({ kind: "read_folder", state: "done" }), ITEMS)).toEqual([]);
});
