import io
import zipfile

import pytest

from host.acquire.formats.open_document import odt_document
from tests.acquire.office import open_document, package

FRACTION = (
    '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mfrac><mi>a</mi><mi>b</mi></mfrac>'
    '<annotation encoding="StarMath 5.0">a over b</annotation></semantics></math>'
)


@pytest.mark.parametrize(
    ("content", "markdown"),
    [
        (FRACTION, r"So $\frac{a}{b}$ holds."),
        (FRACTION[:-7], "So holds."),
        ("<chart/>", "So holds."),
        (FRACTION.replace("<mi>a</mi><mi>b</mi>", ""), "So holds."),
    ],
    ids=["formula", "broken", "another object", "empty"],
)
def test_a_formula_becomes_latex(content, markdown):
    body = (
        '<text:p>So <draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="./x"/></draw:frame>'
        " holds.</text:p>"
    )
    with zipfile.ZipFile(io.BytesIO(open_document(body))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    read = odt_document(package({**parts, "Object 1/content.xml": content}), "file:///a.odt", "a.odt").markdown
    assert " ".join(read.split()) == markdown
