/** The id of the YouTube video that an address shows, or null. */

const ID = /^[\w-]{11}$/;
const HOSTS = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com)$/;

export function videoId(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url) return null;
  const [first = "", second = ""] = url.pathname.split("/").filter(Boolean);
  let id: string | null = null;
  if (url.hostname === "youtu.be") id = first;
  else if (!HOSTS.test(url.hostname)) return null;
  else if (first === "watch") id = url.searchParams.get("v");
  else if (["shorts", "live", "embed", "v"].includes(first)) id = second;
  return id !== null && ID.test(id) ? id : null;
}
