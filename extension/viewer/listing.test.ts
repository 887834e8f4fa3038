import { expect, test } from "vitest";
import { makeDocument } from "../testing/fake-host";
import { foldersOf, grouped, matching, shortName } from "./listing";

const NOTES = makeDocument({ name: "notes.md", title: "My notes" });
const SETUP = makeDocument({ name: "guides/first/setup.md", title: "Set up", folder: "guides/first/" });
const PAGE = makeDocument({
  name: "https://a.example/mast",
  title: "The mast",
  url: "https://a.example/mast",
});
const TALK = makeDocument({
  ...PAGE,
  name: "https://youtu.be/x",
  title: "A talk",
  media_type: "video/youtube",
});
const ALL = [NOTES, SETUP, PAGE, TALK];

test.each([
  ["", ALL],
  ["set UP", [SETUP]],
  ["guides", [SETUP]],
  ["mast the", [PAGE]],
  ["nothing", []],
])("%o finds by name and title", (filter, found) => {
  expect(matching(ALL, filter)).toEqual(found);
});

test("files are grouped by folder, pages and videos by what they are", () => {
  expect(grouped(ALL).map(({ name, documents }) => [name, documents.length])).toEqual([
    ["", 1],
    ["guides/first/", 1],
    ["Pages", 1],
    ["Videos", 1],
  ]);
});

test("every folder is there to choose, those that hold others too", () => {
  expect(foldersOf(ALL)).toEqual(["guides/", "guides/first/"]);
});

test("a file is called by its name without folders, a page by its title", () => {
  expect(ALL.map(shortName)).toEqual(["notes.md", "setup.md", "The mast", "A talk"]);
  expect(shortName(makeDocument({ name: "https://a.example/", url: "https://a.example/", title: "" }))).toBe(
    "https://a.example/",
  );
});
