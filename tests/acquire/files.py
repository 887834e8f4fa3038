"""Small PDF and Word files made on the spot."""

import io
import zipfile

import pymupdf

_RELATIONSHIP = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def pdf(*pages, title="", password="", table=False) -> bytes:
    """Each page is a list of (text, size) or (text, size, font) lines, one paragraph each."""
    file = pymupdf.open()
    for lines in pages:
        page = file.new_page()
        top = 60.0
        for text, size, *font in lines:
            for row in text.split("\n"):
                page.insert_text((50, top), row, fontsize=size, fontname=font[0] if font else "helv")
                top += size * 1.2
            top += 24
        if table:
            _draw_table(page, top)
    file.set_metadata({"title": title})
    options = {"encryption": pymupdf.PDF_ENCRYPT_AES_256, "user_pw": password} if password else {}
    return file.tobytes(**options)


def picture_pdf() -> bytes:
    """A page with a picture and no text, as a scanner makes it."""
    file = pymupdf.open()
    picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 50, 50))
    picture.clear_with(200)
    file.new_page().insert_image(pymupdf.Rect(50, 50, 300, 300), pixmap=picture)
    return file.tobytes()


def _draw_table(page, top):
    page.draw_rect((50, top, 250, top + 60))
    cells = [["Part", "Weight"], ["Mast", "12 kg"], ["Sail", "3 kg"]]
    for row in range(4):
        page.draw_line((50, top + row * 20), (250, top + row * 20))
    for column in range(3):
        page.draw_line((50 + column * 100, top), (50 + column * 100, top + 60))
    for row, texts in enumerate(cells):
        for column, text in enumerate(texts):
            page.insert_text((55 + column * 100, top + 14 + row * 20), text, fontsize=10)


def docx(*body: str) -> bytes:
    """A Word document with these elements of WordprocessingML as its body; see `paragraph`."""
    names = f'xmlns:w="{_WORD}" xmlns:r="{_RELATIONSHIP}"'
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="Heading{n}"><w:name w:val="heading {n}"/></w:style>' for n in (1, 2)
    )
    parts = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="xml" ContentType="application/xml"/></Types>',
        "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="r1" Type="{_RELATIONSHIP}/officeDocument" Target="word/document.xml"/></Relationships>',
        "word/styles.xml": f"<w:styles {names}>{styles}</w:styles>",
        "word/document.xml": f"<w:document {names}><w:body>{''.join(body)}</w:body></w:document>",
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>{text}')
    return packed.getvalue()


def paragraph(text: str, style: str = "") -> str:
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}<w:r><w:t>{text}</w:t></w:r></w:p>"


def table(*rows: tuple[str, ...]) -> str:
    cells = ("".join(f"<w:tc>{paragraph(text)}</w:tc>" for text in row) for row in rows)
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in cells)}</w:tbl>"
