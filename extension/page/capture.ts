/**
 * Runs inside the page: hands over what the person sees and decides nothing.
 * The browser serialises this function, so it may use nothing from outside of itself.
 */

export interface Capture {
  url: string;
  title: string;
  language: string;
  canonical: string;
  selection: string;
  mediaType: string;
  sitemaps: string[];
  /** The rendered DOM, for HTML. */
  html: string;
  /** What is to be read in it; tells whether the page has changed. */
  text: string;
  /** The file's own bytes in base64, for anything that is not HTML. */
  file: string;
}

export async function capturePage(): Promise<Capture> {
  const isPage = /^(?:text\/html|application\/xhtml\+xml)$/.test(document.contentType);

  /** Open shadow roots are part of what the person sees, and `outerHTML` leaves them out. */
  const renderedHtml = (): string => {
    const root = document.documentElement;
    const hosts = [...document.querySelectorAll("*")].filter((element) => element.shadowRoot);
    if (hosts.length === 0 || !("getHTML" in root)) return root.outerHTML;
    const shadowRoots = hosts.map((element) => element.shadowRoot).filter((shadow) => shadow !== null);
    return `<html lang="${root.lang}">${root.getHTML({ shadowRoots })}</html>`;
  };

  const fileBytes = async (): Promise<string> => {
    const response = await fetch(location.href, { credentials: "include", cache: "force-cache" });
    const bytes = new Uint8Array(await response.arrayBuffer());
    let binary = "";
    for (let start = 0; start < bytes.length; start += 0x8000) {
      binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
    }
    return btoa(binary);
  };

  const links = (relation: string): string[] =>
    [...document.querySelectorAll<HTMLLinkElement>(`link[rel~="${relation}"][href]`)].map(
      (link) => link.href,
    );

  return {
    url: location.href,
    title: document.title,
    language: document.documentElement.lang,
    canonical: links("canonical")[0] ?? "",
    selection: String(getSelection() ?? "").trim(),
    mediaType: document.contentType,
    sitemaps: links("sitemap"),
    html: isPage ? renderedHtml() : "",
    text: isPage ? (document.body?.innerText ?? "") : "",
    file: isPage ? "" : await fileBytes(),
  };
}
