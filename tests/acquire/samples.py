"""One small file of each of some kinds."""

from tests.acquire.files import docx, paragraph, pdf
from tests.acquire.office import workbook

PDF = pdf([("A page of text", 11)])
SHEET = workbook(lambda made: made.add_worksheet().write(0, 0, "One cell"))
WORD = docx(paragraph("A document"))
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
LOCKED = OLE + bytes(500) + "EncryptedPackage".encode("utf-16-le")
HTML = b"<!DOCTYPE html><html><body><p>A page</p></body></html>"
