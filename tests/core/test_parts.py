import pytest

from host.core.parts import PartReader
from host.core.sections import sections
from tests.fakes import WordSplitter


def parts(text, room=20, overlap=0, wanted=1000):
    (section,) = sections(text)
    return PartReader(text, WordSplitter(), section, room, overlap, wanted).parts()


def words(count, name="w"):
    return " ".join(f"{name}{n}" for n in range(count))


def texts(text, **options):
    found = parts(text, **options)
    return [text[part.edge.at : part.end].strip() for part in found]


def test_sentences_and_blocks_are_parts_with_their_tokens():
    text = "One two. Three.\n\nFour"
    assert texts(text) == ["One two.", "Three.", "Four"]
    assert [len(part.ids) for part in parts(text)] == [2, 1, 1]


def test_what_does_not_fit_is_cut_into_small_pieces():
    found = parts(words(50))
    assert [len(part.ids) for part in found] == [5] * 10
    assert [part.edge.kind for part in found] == ["paragraph"] + ["piece"] * 9


def test_next_to_nothing_is_no_part_by_itself():
    assert texts("A.\n\nB.\n\nC. D.\n\n" + words(40, "x"), room=64)[:3] == ["A.\n\nB.", "C. D.", words(40, "x")]


def test_a_heading_is_a_part_however_short():
    assert texts("A\n\nB\n\n# C"[6:] + f"\n\n{words(40)}", room=640)[0] == "# C"


@pytest.mark.parametrize(
    ("text", "overlap", "repeated"),
    [
        ("One two. Three four. Five.", 3, "Three four."),  # whole sentences
        ("One two. Three four. Five.", 0, ""),
        (f"{words(9)}. Five.", 4, "w5 w6 w7 w8."),  # the end of a long one
        ("- One two.\n- Three four.\n\nFive.", 3, ""),  # nothing but prose
        ("One. Two.", 5, "One."),
    ],
)
def test_overlap_repeats_the_end_of_the_prose_before(text, overlap, repeated):
    last = parts(text, room=40, overlap=overlap)[-1]
    assert text[last.repeated : last.edge.at].strip() == repeated
    assert last.extra == len(repeated.split())


def test_overlap_takes_a_quarter_of_the_room_at_most():
    assert parts(f"{words(9)}. Five.", room=12, overlap=9)[-1].extra == 3


def test_overlap_does_not_start_inside_a_word():
    class Halves(WordSplitter):
        """Two tokens a word of eight letters."""

        def tokens(self, text):
            found = super().tokens(text)
            starts = sorted([*found.starts.tolist(), *(found.starts + 4).tolist()])
            return type(found)(found.starts.repeat(2) * 0 + starts, found.ids.repeat(2))

    text = "alphabet alphabet alphabet. Five5555"
    (section,) = sections(text)
    *_, last = PartReader(text, Halves(), section, 40, 3, 1000).parts()
    assert text[last.repeated :] == " alphabet. Five5555"


def test_an_opening_takes_a_quarter_of_the_room_at_most():
    table = "| a | b |\n|---|---|\n| c | d |\n| e | f |"
    assert parts(table, room=40)[-1].edge.opening == "| a | b |\n|---|---|\n"
    assert parts(table, room=40)[-1].extra == 6
    assert parts(table, room=20)[-1].edge.opening == ""


def test_no_more_blocks_are_read_than_hold_what_is_wanted():
    text = "\n\n".join(words(9) for _ in range(9))
    assert parts(text, wanted=20)[-1].end == len(words(9)) * 3 + 6
    assert parts(text)[-1].end == len(text)
