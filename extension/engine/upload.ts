/** Sends bytes to the engine in pieces that every browser moves quickly, each acknowledged before the next. */

import { MAX_PIECE } from "../contract";
import { toBase64 } from "./base64";
import type { Client } from "./connection";

export interface UploadOptions {
  signal?: AbortSignal;
  onProgress?: (sent: number, total: number) => void;
}

/** Returns the id of the finished upload. */
export async function upload(
  client: Client,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  { signal, onProgress }: UploadOptions = {},
): Promise<string> {
  const options = signal ? { signal } : {};
  const begun = await client.request(
    "begin_upload",
    { name, size: bytes.length, sha256: await sha256(bytes) },
    options,
  );
  for (let sequence = 0, sent = 0; sent < bytes.length; sequence += 1) {
    const piece = bytes.subarray(sent, sent + MAX_PIECE);
    await client.request("upload_piece", { upload: begun.upload, sequence, data: toBase64(piece) }, options);
    sent += piece.length;
    onProgress?.(sent, bytes.length);
  }
  return begun.upload;
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
