from hypothesis import given
from hypothesis import strategies as st

from host.core.sections import common, families, sections

TEXT = "before\n\n# A *b*\n\none\n\n## C\n\ntwo\n\n#\n\nthree\n\n# D\n\nfour"


def test_each_section_has_the_path_of_its_headings():
    assert [section.headings for section in sections(TEXT)] == [(), ("A b",), ("A b", "C"), (), ("D",)]


def test_families_have_a_heading_in_common():
    paths = [[section.headings for section in family] for family in families(sections(TEXT))]
    assert paths == [[(), ("A b",), ("A b", "C")], [(), ("D",)]]


def test_common_headings_are_those_that_all_paths_begin_with():
    assert common([("A", "B", "C"), ("A", "B"), ("A", "B", "D")]) == ("A", "B")
    assert common([("A",), ("B",)]) == ()
    assert common([]) == ()


@given(st.text() | st.lists(st.sampled_from(["# a\n", "## b\n", "text\n", "\n"])).map("".join))
def test_sections_cover_the_text(markdown):
    found = [section for family in families(sections(markdown)) for section in family]
    assert "".join(markdown[section.start : section.end] for section in found) == markdown
