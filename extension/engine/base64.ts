/** `String.fromCharCode` takes its characters as arguments; more than this overflows the stack somewhere. */
const STEP = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += STEP) {
    binary += String.fromCharCode(...bytes.subarray(start, start + STEP));
  }
  return btoa(binary);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
