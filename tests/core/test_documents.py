"""What a document says beyond what was put into it."""

from dataclasses import replace

import pytest

from host.core.documents import About, Document

DOCUMENT = Document("https://a.example/", "Lamps", "Oil.", language="en", about=About(("Ann Lee",), "2024-05-06"))


def test_the_date_is_that_of_publication_else_of_the_last_change():
    assert About(published="2024-05-06", modified="2024-05-08").date == "2024-05-06"
    assert About(modified="2024-05-08").date == "2024-05-08"
    assert About().date == ""


def test_what_json_has_as_lists_is_a_tuple_again():
    assert About.of({"authors": ["Ann Lee"], "site": "Lamp House"}) == About(("Ann Lee",), site="Lamp House")


@pytest.mark.parametrize(
    "change",
    [
        {"title": "Lamp"},
        {"markdown": "Oil"},
        {"language": "de"},
        {"about": About(("Ben Roe",), "2024-05-06")},
        {"about": About(("Ann Lee",), "2024-05-07")},
    ],
    ids=["title", "text", "language", "authors", "date"],
)
def test_whatever_can_be_searched_changes_the_hash(change):
    assert replace(DOCUMENT, **change).content_hash != DOCUMENT.content_hash


def test_a_page_that_was_modified_just_now_again_is_the_same():
    assert replace(DOCUMENT, about=replace(DOCUMENT.about, modified="2024-05-08")).content_hash == DOCUMENT.content_hash
