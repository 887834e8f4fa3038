/**
 * Which addresses may be opened in the person's own browser. The engine asks, but the addresses come from pages:
 * whatever could leave the site, or act with the person's login, is refused.
 */

/** A page whose name is this ends a login or a subscription, by an ordinary link. */
const ENDS = /^(?:log|sign)[-_]?(?:out|off)(?:\.\w+)?$|^unsubscribe$/i;

/** So does, or changes something, a query like `?action=delete`. */
const CHANGES = /^(?:delete|remove|destroy|revoke|cancel|approve|purchase|add[-_]to[-_]cart)$/i;

/** Why `address` is not opened for the site at `host`, in words; null when it may be. */
export function refusal(address: string, host: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return "It is not an address on the web.";
  if (url.username || url.password) return "The address carries a login.";
  if (url.host !== host) return `It is not on ${host}.`;
  if (acts(url)) return "Opening it could sign you out or change something.";
  return null;
}

/** A page about deleting is no deletion: in the path only the end of a login counts. */
function acts(url: URL): boolean {
  const name = url.pathname.split("/").filter(Boolean).at(-1) ?? "";
  const query = [...url.searchParams].flat();
  return ENDS.test(name) || query.some((part) => ENDS.test(part) || CHANGES.test(part));
}
