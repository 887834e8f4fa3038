"""Makes the sample's PDF and DOCX from their text: `python -m tests.sample.make_files`. The results are committed."""

import zipfile
from html import escape
from pathlib import Path

import pymupdf

FILES = Path(__file__).parent / "files"

SERVICE_GUIDE = (
    """
    <h1>Larkspur LK-2 service guide</h1>
    <p>For owners who like to mend things and for workshops. It says which parts wear, how to change them and what they
    are called when you order them. Take the cells out before you begin.</p>
    <h2>Plan of maintenance</h2>
    <table>
      <tr><th>Part</th><th>Look at it</th><th>Change it</th></tr>
      <tr><td>Wind bearings</td><td>every year</td><td>every four years</td></tr>
      <tr><td>Membrane of the humidity sensor</td><td>every year</td><td>every two years</td></tr>
      <tr><td>Radiation shield</td><td>every six months</td><td>when it stays grey after washing</td></tr>
      <tr><td>Seal of the mast head</td><td>whenever it is opened</td><td>whenever it is opened</td></tr>
    </table>
    <p>A station by the sea needs new wind bearings every two years: salt dries the grease.</p>
    """,
    """
    <h2>Changing the wind bearings</h2>
    <p>You need the 2 mm hex key, bearing set LK-B7 and ten minutes.</p>
    <ol>
      <li>Loosen the screw under the cups by one turn and lift the cups off.</li>
      <li>Push the shaft down and out; the two old bearings come with it.</li>
      <li>Wipe the seat with a dry cloth. Use no oil: the new bearings are greased for life.</li>
      <li>Press in the new bearings until they click and put the cups back.</li>
      <li>Tighten the screw to 0.6 newton metres. The cups must turn when you breathe on them.</li>
    </ol>
    <h2>Changing the membrane</h2>
    <p>The membrane LK-M2 is glued. Warm the cap in your hand for a minute, lift the old membrane with a finger nail
    and press the new one on for thirty seconds. Do not touch the white side.</p>
    """,
    """
    <h2>Spare parts</h2>
    <table>
      <tr><th>Number</th><th>Part</th><th>Price</th></tr>
      <tr><td>LK-B7</td><td>Set of two wind bearings</td><td>14 euros</td></tr>
      <tr><td>LK-M2</td><td>Membrane, pack of three</td><td>9 euros</td></tr>
      <tr><td>LK-S1</td><td>Radiation shield, ten plates</td><td>32 euros</td></tr>
      <tr><td>LK-C4</td><td>Wind cups with screw</td><td>18 euros</td></tr>
      <tr><td>LK-P9</td><td>Power supply for the Perch</td><td>21 euros</td></tr>
    </table>
    <h2>Sending a station to the workshop</h2>
    <p>Pack the mast head in the box that it came in, with the foam strip in the rain bucket. A repair takes eight
    working days. Out of warranty the workshop asks for at most 65 euros before it calls you.</p>
    """,
)

Block = tuple[str, object]

SCHOOL_REPORT: tuple[Block, ...] = (
    ("Heading1", "Weather station at Hollin Primary School"),
    ("Normal", "Report to the parents' association on the first year of the station that it paid for."),
    ("Heading2", "Cost"),
    ("Normal", "The association gave 620 euros. The station cost 489 euros, the post and the concrete 41 euros."),
    ("Normal", "What is left, 90 euros, will pay for bearings and cells until 2030."),
    ("Heading2", "Who looks after it"),
    ("ListBullet", "Mrs Okafor washes the shield in April and October."),
    ("ListBullet", "Class 4 reads the rain gauge by hand every Friday and compares."),
    ("ListBullet", "The caretaker, Mr Lindqvist, has the key to the fence."),
    ("Heading2", "The year in numbers"),
    (
        "Table",
        (
            ("Month", "Rain in mm", "Highest °C", "Strongest gust in m/s"),
            ("October", "112", "19.4", "17.2"),
            ("November", "138", "14.1", "24.8"),
            ("December", "96", "11.7", "21.0"),
            ("January", "71", "9.8", "19.5"),
        ),
    ),
    ("Normal", "The storm of 23 November brought the strongest gust, 24.8 metres per second, and took one roof tile."),
    ("Heading2", "What the children found out"),
    ("Normal", "The playground is two degrees warmer than the field, because of the rubber under the swings."),
    ("Normal", "Class 3 now wants a second mast head for the pond, to see whether water keeps the frost away."),
)

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MAIN_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"


def make_pdf(path: Path) -> None:
    document = pymupdf.Document()
    for html in SERVICE_GUIDE:
        page = document.new_page(width=595, height=842)  # A4 in points
        page.insert_htmlbox(pymupdf.Rect(60, 60, 535, 782), html, css="body { font-family: serif; font-size: 11pt }")
    document.set_metadata({"title": "Larkspur LK-2 service guide", "author": "Larkspur Instruments"})
    document.subset_fonts()
    document.save(path, garbage=4, deflate=True, no_new_id=True)


def make_docx(path: Path) -> None:
    body = "".join(_table(value) if style == "Table" else _paragraph(style, value) for style, value in SCHOOL_REPORT)
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
        f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{_MAIN_TYPE}.document.main+xml"/>'
        f'<Override PartName="/word/styles.xml" ContentType="{_MAIN_TYPE}.styles+xml"/>'
        f'<Override PartName="/word/numbering.xml" ContentType="{_MAIN_TYPE}.numbering+xml"/></Types>',
        "_rels/.rels": _relationships(("officeDocument", "word/document.xml")),
        "word/_rels/document.xml.rels": _relationships(("styles", "styles.xml"), ("numbering", "numbering.xml")),
        "word/document.xml": f'<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>',
        "word/styles.xml": f'<w:styles xmlns:w="{_WORD}">{_styles()}</w:styles>',
        "word/numbering.xml": f'<w:numbering xmlns:w="{_WORD}"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0">'
        '<w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl></w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>',
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, xml in parts.items():
            # A fixed date: the same text always gives the same file.
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            archive.writestr(entry, f'<?xml version="1.0" encoding="UTF-8"?>{xml}', zipfile.ZIP_DEFLATED)


def _paragraph(style, text):
    number = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>' if style == "ListBullet" else ""
    properties = f'<w:pPr><w:pStyle w:val="{style}"/>{number}</w:pPr>'
    return f'<w:p>{properties}<w:r><w:t xml:space="preserve">{escape(text, quote=False)}</w:t></w:r></w:p>'


def _table(rows):
    cells = ("".join(f"<w:tc>{_paragraph('Normal', cell)}</w:tc>" for cell in row) for row in rows)
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in cells)}</w:tbl>"


def _styles():
    names = {"Normal": "Normal", "Heading1": "heading 1", "Heading2": "heading 2", "ListBullet": "List Bullet"}
    return "".join(
        f'<w:style w:type="paragraph" w:styleId="{key}"><w:name w:val="{name}"/></w:style>'
        for key, name in names.items()
    )


def _relationships(*targets):
    rows = (
        f'<Relationship Id="r{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{"".join(rows)}</Relationships>'


if __name__ == "__main__":
    make_pdf(FILES / "service-guide.pdf")
    make_docx(FILES / "school-report.docx")
