import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { MAX_PIECE } from "../contract";
import { clientOf, FakeHost, healthy, NOTHING } from "../testing/fake-host";
import { fromBase64 } from "./base64";
import { upload } from "./upload";

const bytes = Uint8Array.from({ length: 2 * MAX_PIECE + 3 }, (_, index) => index % 251);

test("failure mode 7: a large file goes in pieces, each after the one before was acknowledged", async () => {
  const host = new FakeHost({ ...healthy(), upload_piece: () => undefined });
  const progress: number[] = [];
  const sent = upload(clientOf(host), "big.pdf", bytes, { onProgress: (done) => progress.push(done) });
  for (const count of [1, 2, 3]) {
    await expect.poll(() => host.all("upload_piece").length).toBe(count);
    host.done(host.last("upload_piece").id, NOTHING);
  }
  expect(await sent).toBe("upload-1");
  expect(host.last("begin_upload")).toMatchObject({
    name: "big.pdf",
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  });
  const pieces = host.all("upload_piece");
  expect(pieces.map((piece) => piece.sequence)).toEqual([0, 1, 2]);
  expect(pieces.map((piece) => fromBase64(piece.data).length)).toEqual([MAX_PIECE, MAX_PIECE, 3]);
  expect(progress).toEqual([MAX_PIECE, 2 * MAX_PIECE, bytes.length]);
});

test("an empty file is announced and has no pieces", async () => {
  const host = new FakeHost(healthy());
  await upload(clientOf(host), "empty.txt", new Uint8Array());
  expect(host.all("upload_piece")).toEqual([]);
});

test("an aborted upload sends no further piece", async () => {
  const controller = new AbortController();
  const host = new FakeHost({ ...healthy(), upload_piece: () => (controller.abort(), NOTHING) });
  const sent = upload(clientOf(host), "big.pdf", bytes, { signal: controller.signal });
  await expect(sent).rejects.toMatchObject({ code: "cancelled" });
  expect(host.all("upload_piece")).toHaveLength(1);
});
