import pytest

from host.acquire.formats.titles import file_title, opening_heading


@pytest.mark.parametrize(
    "declared",
    [
        "",
        " ",
        "(anonymous)",
        "untitled",
        "Untitled Document",
        "Untitled-1",
        "Microsoft Word - draft.doc",
        "Microsoft PowerPoint - Talk",
        "PowerPoint Presentation",
        "PowerPoint-Präsentation",
        "Document1",
        "Slide 1",
        "10811.exe",
        "final version 3.docx",
        "main.dvi",
    ],
)
def test_what_a_program_filled_in_is_no_title(declared):
    assert file_title(declared, "Ponds", "a.pdf") == "Ponds"
    assert file_title(declared, "", "a.pdf") == "a.pdf"


@pytest.mark.parametrize(
    "declared",
    [
        "Ponds",
        "The Untitled Novel",
        "Document Object Model",
        "PDF.js",
        "Microsoft Word for Writers",
        "1984",
        "Slides",
        f"Ponds{' and ponds' * 5_000}.pdf",
    ],
)
def test_what_a_person_wrote_is_the_title(declared):
    assert file_title(f" {declared}\n", "Heading", "a.pdf") == declared


@pytest.mark.parametrize(
    ("markdown", "heading"),
    [
        ("# Ponds\n\nText.", "Ponds"),
        ("arXiv:2103.15348v2\n\n# *Ponds* of the [North](https://x.example)\n\n# Other", "Ponds of the North"),
        ("# Contents\n\n# Ponds", ""),
        ("# 1 Your chapter", ""),
        ("# 2.1. Ponds", ""),
        ("# 2010 report on ponds", "2010 report on ponds"),
        ("# Summary of all ponds", "Summary of all ponds"),
        ("## Ponds", ""),
        ("```\n# a comment\n```\n\n# Ponds", ""),
        ("word " * 500 + "\n\n# Ponds", ""),
        ("No heading at all.", ""),
    ],
)
def test_the_heading_that_the_whole_begins_with_may_be_the_title(markdown, heading):
    assert opening_heading(markdown) == heading
