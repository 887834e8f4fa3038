"""Small presentations, spreadsheets, books, OpenDocument texts and messages made on the spot."""

import io
import struct
import zipfile

import xlsxwriter
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

_FREE, _END, _FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_SECTOR, _STREAM = 512, 4096
"""Streams of this size need no mini stream; shorter ones are filled up with zeros, which readers take off."""


def package(parts):
    """A zip file of these parts, the first one not compressed, as formats with a `mimetype` want it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return packed.getvalue()


def presentation(title=""):
    """Three slides: a list with notes, a table with a chart, and a picture that says something beside a group."""
    slides = Presentation()
    slides.core_properties.title = title
    first = slides.slides.add_slide(slides.slide_layouts[1])
    first.shapes.title.text = "Rigging"
    frame = first.placeholders[1].text_frame
    frame.text = "Mast"
    for text, level in (("Two metres", 1), ("Sail", 0)):
        line = frame.add_paragraph()
        line.text, line.level = text, level
    first.notes_slide.notes_text_frame.text = "Show the mast."
    second = slides.slides.add_slide(slides.slide_layouts[6])
    table = second.shapes.add_table(2, 2, 0, 0, Inches(3), Inches(1)).table
    for row, texts in enumerate((("Part", "Weight"), ("Mast", "12 kg"))):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text
    data = CategoryChartData()
    data.categories = ["May", "June"]
    data.add_series("Trips", (3, 4.5))
    second.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, Inches(3), Inches(2), data)
    third = slides.slides.add_slide(slides.slide_layouts[6])
    group = third.shapes.add_group_shape()
    group.shapes.add_textbox(0, 0, 10, 10).text_frame.text = "In a group"
    picture = group.shapes.add_textbox(0, 0, 10, 10)
    picture._element.getparent().remove(picture._element)
    saved = io.BytesIO()
    slides.save(saved)
    return saved.getvalue()


def workbook(fill):
    """What `fill` writes into a workbook of XlsxWriter."""
    saved = io.BytesIO()
    with xlsxwriter.Workbook(saved, {"in_memory": True}) as book:
        fill(book)
    return saved.getvalue()


def book(chapters, *, contents=(), encrypted=()):
    """An EPUB 3: file name -> XHTML body; `contents` are (file name, title)."""
    items = "".join(f'<item id="{n}" href="text/{n}" media-type="application/xhtml+xml"/>' for n in chapters)
    spine = "".join(f'<itemref idref="{name}"/>' for name in ["nav", *chapters])
    links = "".join(f'<li><a href="text/{name}#top">{title}</a></li>' for name, title in contents)
    locked = "".join(
        f'<EncryptedData><CipherData><CipherReference URI="OEBPS/text/{name}"/></CipherData></EncryptedData>'
        for name in encrypted
    )
    parts = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
        "OEBPS/book.opf": '<package xmlns="http://www.idpf.org/2007/opf"><metadata'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>On Boats</dc:title><dc:language>en</dc:language>'
        '</metadata><manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
        f"{items}</manifest><spine>{spine}</spine></package>",
        "OEBPS/nav.xhtml": f'<html xmlns="http://www.w3.org/1999/xhtml"><body><nav><ol>{links}</ol></nav></body></html>',
        **{f"OEBPS/text/{name}": f"<html><body>{body}</body></html>" for name, body in chapters.items()},
    }
    if locked:
        parts["META-INF/encryption.xml"] = f"<encryption>{locked}</encryption>"
    return package(parts)


def open_document(body, *, title="", styles="", locked=False):
    """An .odt with these elements as its text."""
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{uri}:1.0"'
        for name, uri in (
            ("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"), ("draw", "drawing"),
            ("svg", "svg-compatible"), ("meta", "meta"),
        )
    )  # fmt: skip
    spaces += ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    return package(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "META-INF/manifest.xml": "<manifest><encryption-data/></manifest>" if locked else "<manifest/>",
            "content.xml": f"<office:document-content {spaces}><office:automatic-styles>{styles}"
            f"</office:automatic-styles><office:body><office:text>{body}</office:text></office:body>"
            "</office:document-content>",
            "meta.xml": f"<office:document-meta {spaces}><dc:title>{title}</dc:title></office:document-meta>",
        }
    )


def outlook(streams):
    """A compound file: path (with at most one folder) -> bytes."""
    folders = sorted({path.split("/")[0] for path in streams if "/" in path})
    names = ["Root Entry", *folders, *streams]
    top = [*folders, *(path for path in streams if "/" not in path)]
    data = b"".join(content.ljust(_STREAM, b"\0") for content in streams.values())
    per_stream = _STREAM // _SECTOR
    data_sectors = len(streams) * per_stream
    directory_sectors = -(-len(names) // 4)
    chain = []
    for first in range(0, data_sectors, per_stream):
        chain += [*range(first + 1, first + per_stream), _END]
    chain += [*range(data_sectors + 1, data_sectors + directory_sectors), _END, _FAT]
    entries = b""
    for index, name in enumerate(names):
        siblings = top if name in top else [p for p in streams if p.split("/")[0] == name.split("/")[0] and "/" in p]
        place = siblings.index(name) if name in siblings else len(siblings)
        following = names.index(siblings[place + 1]) if place + 1 < len(siblings) else _FREE
        inside = top if index == 0 else [path for path in streams if path.startswith(f"{name}/")]
        child = names.index(inside[0]) if inside and (index == 0 or name in folders) else _FREE
        kind = 5 if index == 0 else 1 if name in folders else 2
        start = list(streams).index(name) * per_stream if kind == 2 else _END if kind == 5 else 0
        entries += _entry(name.split("/")[-1], kind, following, child, start, _STREAM if kind == 2 else 0)
    header = struct.pack(
        "<8s16xHHHHH6xIIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6,
        0, 1, data_sectors, 0, 4096, _END, 0, _END, 0, data_sectors + directory_sectors,
    )  # fmt: skip
    header += b"\xff" * (_SECTOR - len(header))
    table = struct.pack(f"<{len(chain)}I", *chain).ljust(_SECTOR, b"\xff")
    return header + data + entries.ljust(directory_sectors * _SECTOR, b"\0") + table


def _entry(name, kind, following, child, start, size):
    encoded = name.encode("utf-16-le") + b"\0\0"
    values = (encoded, len(encoded), kind, 1, _FREE, following, child, start, size)
    return struct.pack("<64sHBBIII16x4x16xIQ", *values)
