"""EPUB books to a Document: the chapters in the order of the spine, navigation left out. Nothing is fetched."""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urldefrag

from lxml import etree, html

from host.acquire.decode import decoded
from host.acquire.formats import reasons
from host.acquire.formats.archive import opened, xml_part
from host.acquire.formats.file_about import dublin_core
from host.acquire.formats.titles import file_title
from host.acquire.formats.to_markdown import html_to_markdown
from host.core.documents import Document

MEDIA_TYPE = "application/epub+zip"

_KIND = "an EPUB book"
_ENCRYPTION = "META-INF/encryption.xml"
_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)
_UNSEEN = "//script | //style | //*[@hidden] | //comment()"
_PAGES_OF_TEXT = ("application/xhtml+xml", "text/html", "application/xml", "text/xml")


def epub_document(data: bytes, uri: str, name: str) -> Document:
    with opened(data, name, _KIND) as archive:
        path = _package_path(archive)
        package = xml_part(archive, path)
        chapters = list(_spine(package, posixpath.dirname(path)))
        if _is_locked(archive, chapters):
            raise reasons.protected(name, "protected by its shop (DRM)")
        titles = _contents(archive, package, posixpath.dirname(path))
        present = [chapter for chapter in chapters if chapter in archive.NameToInfo]
        parts = [_chapter(archive.read(chapter), titles.get(chapter, "")) for chapter in present]
    markdown = "\n\n".join(filter(None, parts))
    if not re.search(r"\w", markdown):
        raise reasons.empty(name)
    title = file_title(package.xpath("string(//*[local-name()='title'])"), "", name)
    language = package.xpath("string(//*[local-name()='language'])").strip()
    return Document(uri, title, markdown, MEDIA_TYPE, "", language, "book chapters", about=dublin_core(package))


def _package_path(archive: zipfile.ZipFile) -> str:
    container = xml_part(archive, "META-INF/container.xml")
    return str(container.xpath("string(//*[local-name()='rootfile']/@full-path)"))


def _spine(package: Any, folder: str) -> Iterator[str]:
    """Paths of the chapters in reading order; the table of contents is no chapter."""
    items = {item.get("id"): item for item in package.xpath("//*[local-name()='manifest']/*[local-name()='item']")}
    for reference in package.xpath("//*[local-name()='spine']/*[local-name()='itemref']"):
        item = items.get(reference.get("idref"))
        if item is None or "nav" in (item.get("properties") or "").split():
            continue
        if item.get("media-type") in _PAGES_OF_TEXT:
            yield _joined(folder, item.get("href", ""))


def _is_locked(archive: zipfile.ZipFile, chapters: list[str]) -> bool:
    """Fonts are often scrambled, which locks nothing; chapters only by a shop."""
    if _ENCRYPTION not in archive.NameToInfo:
        return False
    locked = {unquote(path) for path in xml_part(archive, _ENCRYPTION).xpath("//@URI")}
    return bool(locked & set(chapters))


def _contents(archive: zipfile.ZipFile, package: Any, folder: str) -> dict[str, str]:
    """What the table of contents calls each chapter: of EPUB 3 (a page) or EPUB 2 (NCX)."""
    items = "//*[local-name()='manifest']/*[local-name()='item']"
    hrefs = package.xpath(f"{items}[contains(concat(' ', @properties, ' '), ' nav ')]/@href")
    hrefs += package.xpath(f"{items}[@media-type='application/x-dtbncx+xml']/@href")
    path = _joined(folder, hrefs[0]) if hrefs else ""
    if path not in archive.NameToInfo:
        return {}
    root = xml_part(archive, path)
    entries = [(link.get("href"), "".join(link.itertext())) for link in root.xpath("//*[local-name()='a'][@href]")]
    for point in root.xpath("//*[local-name()='navPoint']"):
        target = point.xpath("string(./*[local-name()='content']/@src)")
        entries.append((target, point.xpath("string(./*[local-name()='navLabel'])")))
    titles: dict[str, str] = {}
    for target, text in entries:
        titles.setdefault(_joined(posixpath.dirname(path), target), " ".join(text.split()))
    return titles


def _chapter(data: bytes, title: str) -> str:
    """One chapter, under its name in the table of contents when it has no heading of its own."""
    text = decoded(data).replace("\0", "")
    if not text.strip():
        return ""
    try:
        root = html.document_fromstring(text.encode("utf-8", "replace"), parser=html.HTMLParser(encoding="utf-8"))
    except etree.ParserError:
        return ""  # there is nothing in it but marks
    for element in root.xpath(_UNSEEN):
        if element.getparent() is not None:
            element.drop_tree()
    body = root.find("body")
    markdown = html_to_markdown(html.tostring(root if body is None else body, encoding="unicode"))
    if title and re.search(r"\w", markdown) and not _HEADING.search(markdown[:2000]):
        return f"## {title}\n\n{markdown}"
    return markdown


def _joined(folder: str, href: str) -> str:
    return posixpath.normpath(posixpath.join(folder, unquote(urldefrag(href).url)))
