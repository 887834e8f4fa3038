import io
import zipfile

import pytest
from pptx import Presentation
from pptx.chart.data import XyChartData
from pptx.enum.chart import XL_CHART_TYPE

from host.acquire.formats.slides import slides_document
from host.errors import ConversionError, ErrorCode
from tests.acquire.office import package, presentation

FILE = ("file:///talk.pptx", "talk.pptx")


def test_each_slide_is_a_section_with_its_lists_tables_charts_and_notes():
    document = slides_document(presentation(), *FILE)
    assert document.markdown == (
        "## Slide 1: Rigging\n\n- Mast\n  - Two metres\n- Sail\n\n### Notes\n\nShow the mast.\n\n"
        "## Slide 2\n\n| Part | Weight |\n| --- | --- |\n| Mast | 12 kg |\n\n"
        "|  | Trips |\n| --- | --- |\n| May | 3 |\n| June | 4.5 |\n\n"
        "## Slide 3\n\nIn a group"
    )


@pytest.mark.parametrize(("declared", "title"), [("", "Rigging"), ("A Talk", "A Talk")])
def test_a_talk_is_named_by_its_properties_else_by_its_first_title(declared, title):
    assert slides_document(presentation(declared), *FILE).title == title


@pytest.mark.parametrize(
    ("data", "code"),
    [(presentation()[:-300], ErrorCode.DAMAGED), (package({"ppt/presentation.xml": "<p/>"}), ErrorCode.DAMAGED)],
    ids=["cut short", "parts missing"],
)
def test_a_file_that_gives_no_text_says_why(data, code):
    with pytest.raises(ConversionError) as caught:
        slides_document(data, *FILE)
    assert caught.value.code is code


@pytest.mark.parametrize(
    "other",
    [
        "openxmlformats-officedocument.presentationml.slideshow.main",
        "openxmlformats-officedocument.presentationml.template.main",
        "ms-powerpoint.slideshow.macroEnabled.main",
    ],
)
def test_shows_and_templates_are_read_like_presentations(other):
    plain = presentation()
    with zipfile.ZipFile(io.BytesIO(plain)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    usual = b"openxmlformats-officedocument.presentationml.presentation.main"
    parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(usual, other.encode())
    assert slides_document(package(parts), "x", "x").markdown == slides_document(plain, "x", "x").markdown


def test_a_cloud_of_points_is_a_table_of_both_axes():
    slides = Presentation()
    points = XyChartData()
    series = points.add_series("Wind")
    for across, up in ((1, 2), (3, 4.5)):
        series.add_data_point(across, up)
    slide = slides.slides.add_slide(slides.slide_layouts[6])
    slide.shapes.add_chart(XL_CHART_TYPE.XY_SCATTER, 0, 0, 99, 99, points)
    saved = io.BytesIO()
    slides.save(saved)
    markdown = slides_document(saved.getvalue(), "file:///a.pptx", "a.pptx").markdown
    assert "|  | Wind |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4.5 |" in markdown
