"""Names of authors."""

import pytest

from host.acquire.people import author_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ann Lee", ("Ann Lee",)),
        ("By Ann Lee and Ben Roe", ("Ann Lee", "Ben Roe")),
        ("Written by: Ann Lee, Ben Roe & Cy Poe", ("Ann Lee", "Ben Roe", "Cy Poe")),
        ("von Anna Müller", ("Anna Müller",)),
        ("Robert E Lee", ("Robert E Lee",)),
        ("Vincent van Gogh", ("Vincent van Gogh",)),
        ("van Gogh", ("van Gogh",)),
        ("Ann Lee, PhD", ("Ann Lee",)),
        ("Ann Lee, Senior Editor", ("Ann Lee",)),
        ("Ann Lee | The Daily Lamp", ("Ann Lee",)),
        ("Ann Lee (Lamp House)", ("Ann Lee",)),
        ("Ann Lee on May 6", ("Ann Lee",)),
        ("Ann Lee Dec 17 · 3 min read", ("Ann Lee",)),
        ("Ann &amp; Ben", ("Ann", "Ben")),
        ("<b>Ann Lee</b>", ("Ann Lee",)),
        ("lamp_keeper42", ("lamp_keeper42",)),
        ("山田太郎", ("山田太郎",)),
        ("ann lee, Ann Lee", ("Ann Lee",)),
    ],
)
def test_the_names_in_a_byline_are_found(text, names):
    assert author_names([text]) == names


@pytest.mark.parametrize(
    "text",
    [
        "admin", "Site Admin", "https://a.example/ann", "ann@a.example", "@ann", "wp-admin", "Posted on", "", "7",
        "page.author.name", "Microsoft Office User", "python-docx", "3 min read", "sending a pull request", "x" * 80,
        "One two three four five six seven",
    ],
)  # fmt: skip
def test_what_is_no_name_is_none(text):
    assert author_names([text]) == ()


def test_in_a_catalogue_the_family_name_comes_first():
    assert author_names(["Lee, Ann", "Roe, Ben"], family_first=True) == ("Ann Lee", "Ben Roe")
    assert author_names(["Lee, Ann"]) == ("Lee", "Ann")


def test_of_hundreds_the_first_are_named():
    assert len(author_names(f"Name{number}" for number in range(300))) == 20
