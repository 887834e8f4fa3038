/** YouTube addresses: the id of the video that one shows, and the second at which it starts. */

const ID = /^[\w-]{11}$/;
const WATCH_HOST = /^(?:(?:(?:www|m|music)\.)?youtube\.com|(?:www\.)?youtube-nocookie\.com)$/;
const SHORT_HOST = /^(?:www\.)?youtu\.be$/;
const ID_IN_PATH = ["shorts", "live", "embed", "v", "e"];

/** Null for anything that is no video, lookalike hosts included. */
export function videoId(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const [first = "", second = ""] = url.pathname.split("/").filter(Boolean);
  let id: string | null = null;
  if (SHORT_HOST.test(url.hostname)) id = first;
  else if (!WATCH_HOST.test(url.hostname)) return null;
  else if (first === "watch") id = url.searchParams.get("v") ?? second;
  else if (ID_IN_PATH.includes(first)) id = second;
  return id !== null && ID.test(id) ? id : null;
}

/** `t` or `start` of an address, written as `75`, `75s` or `1m15s`; 0 when there is none. */
export function startSecond(address: string): number {
  if (!URL.canParse(address)) return 0;
  const { searchParams } = new URL(address);
  const time = searchParams.get("t") ?? searchParams.get("start") ?? "";
  const [, hours, minutes, seconds] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(time) ?? [];
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}
