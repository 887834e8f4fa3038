"""An Excel workbook in the values that a person sees: shares as per cent, formulas that nobody computed as formulas.

calamine knows numbers alone. It also keeps all the empty room between cells: where that would fill the memory, it goes.
"""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any

from host.acquire.formats.archive import BROKEN, repacked, require_size, xml_part

MOST_CELLS = 15_000_000
"""Of a sheet, empty ones too: each takes 32 bytes, and a second time in Python."""

_STYLES = "xl/styles.xml"
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
_CELL = re.compile(rb"<c( [^>]*)?>(?:<f[^>]*/>|<f[^>]*>([^<]*)</f>)?(?:<v>([^<]*)</v>|<v ?/>)?</c>")
_NOT_COMPUTED = re.compile(rb"</f>(?:<v ?/>|<v></v>)?</c>")
_STYLE = re.compile(rb' s="(\d+)"')
_TYPE = re.compile(rb' t="(\w*)"')
_PLACE = re.compile(rb'(<(?:row|c)\b[^>]*? r=")([A-Z]*)(\d+)(?=")')
_LAST_ROW = re.compile(rb'<row\b[^>]*? r="(\d+)"')
_WIDE = re.compile(rb' r="([A-Z]{2,3})\d')
"""Columns that have more than one letter: looking for them is quick where there are none."""

_OF_PLACES = re.compile(rb"<dimension[^>]*/>|<mergeCells.*?</mergeCells>", re.DOTALL)
"""What names cells, and is wrong when they have moved."""

_PER_CENT = {9: 0, 10: 2}
"""Formats that need no definition -> digits after the point."""

_QUOTED = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')


def as_seen(data: bytes, name: str) -> bytes:
    """The same workbook; as it is when it is none of this kind, or broken: whoever reads it says so.

    Raises ConversionError for one that unpacks to too much.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            require_size(archive, name)
            shares = _shares(xml_part(archive, _STYLES)) if _STYLES in archive.NameToInfo else {}
            changed = {}
            for path in filter(_SHEET.fullmatch, archive.NameToInfo):
                sheet = archive.read(path)
                seen = _closer(_in_words(sheet, shares))
                if seen != sheet:
                    changed[path] = seen
            return repacked(archive, changed) if changed else data
    except BROKEN:
        return data


def _shares(styles: Any) -> dict[int, int]:
    """Style of cells that show per cent -> digits after the point."""
    formats = dict(_PER_CENT)
    for said in styles.iterfind("{*}numFmts/{*}numFmt"):
        code = _QUOTED.sub("", said.get("formatCode", "")).split(";")[0]
        if "%" in code and said.get("numFmtId", "").isdigit():
            formats[int(said.get("numFmtId"))] = len(re.findall("[0#?]", code.partition(".")[2]))
    cells = (cell.get("numFmtId", "") for cell in styles.iterfind("{*}cellXfs/{*}xf"))
    return {style: formats[int(form)] for style, form in enumerate(cells) if form.isdigit() and int(form) in formats}


def _in_words(sheet: bytes, shares: dict[int, int]) -> bytes:
    """Most sheets have nothing to be changed, and a large one has a million cells."""
    if any(b' s="%d"' % style in sheet for style in shares) or _NOT_COMPUTED.search(sheet):
        return _CELL.sub(lambda cell: _shown(cell, shares), sheet)
    return sheet


def _shown(cell: re.Match[bytes], shares: dict[int, int]) -> bytes:
    attributes, formula, value = cell[1] or b"", cell[2], cell[3]
    if formula and not value:
        return b'<c%s t="str"><v>=%s</v></c>' % (_TYPE.sub(b"", attributes), formula)
    style, kind = _STYLE.search(attributes), _TYPE.search(attributes)
    if not value or not style or (kind and kind[1] != b"n") or int(style[1]) not in shares:
        return cell[0]
    try:
        share = f"{float(value):.{shares[int(style[1])]}%}"
    except ValueError:
        return cell[0]
    return b'<c%s t="str"><v>%s</v></c>' % (_TYPE.sub(b"", attributes), share.encode())


def _closer(sheet: bytes) -> bytes:
    """The sheet without most of its empty rows and columns, if there are more than can be kept."""
    last_row = _LAST_ROW.search(sheet, max(sheet.rfind(b"<row "), 0))
    wide = max(_WIDE.findall(sheet), key=_order, default=b"Z")
    if last_row is None or int(last_row[1]) * _number(wide) <= MOST_CELLS:
        return sheet
    places = {(place[2], int(place[3])) for place in _PLACE.finditer(sheet)}
    rows = sorted({row for _, row in places})
    columns = sorted({column for column, _ in places if column}, key=_order)
    new_columns = {column: _letters(place) for place, column in enumerate(columns, 1)}
    new_rows: dict[int, int] = {}
    last, place = 0, 0
    for row in rows:
        place += 1 if row == last + 1 else 2  # an empty row still parts two tables
        new_rows[row], last = place, row

    def moved(found: re.Match[bytes]) -> bytes:
        column = new_columns[found[2]] if found[2] else b""
        return found[1] + column + str(new_rows[int(found[3])]).encode()

    return _PLACE.sub(moved, _OF_PLACES.sub(b"", sheet))


def _order(letters: bytes) -> tuple[int, bytes]:
    return len(letters), letters


def _number(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def _letters(number: int) -> bytes:
    letters = b""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = bytes([65 + rest]) + letters
    return letters
