"""Sitemaps of a site of two pages."""

BASE = "https://a.example"
URL = f"{BASE}/sitemap.xml"
NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
PAGES = (f"{BASE}/1", f"{BASE}/2")


def urlset(*pages: str, namespace: str = NAMESPACE) -> str:
    entries = "".join(f"<url><loc>\n{page}\n</loc><priority>1</priority></url>" for page in pages)
    return f'<?xml version="1.0"?><!-- made --><urlset xmlns="{namespace}">{entries}</urlset>'


def index(*sitemaps: str) -> str:
    return f"<sitemapindex>{''.join(f'<sitemap><loc>{url}</loc></sitemap>' for url in sitemaps)}</sitemapindex>"
