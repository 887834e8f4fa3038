import pytest

from host.core.overlap import WordWeights, word_pairs, words


# text -> the stems that carry its meaning
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The valve closes", {"valv", "clos"}),
        ("closed closing close", {"clos"}),
        ("batteries battery", {"battery"}),
        ("stopped stops stopping", {"stop"}),
        ("filling passes", {"fill", "pass"}),
        ("bus status this is", {"bus", "status"}),
        ("quickly red", {"quick", "red"}),
        ("user's", {"user"}),
        ("num_ctx 8192", {"num", "ctx", "8192"}),
        ("What is it?", {"what", "is", "it"}),
        ("水箱容量", {"水箱", "箱容", "容量"}),
        ("水", {"水"}),
        ("Émigré", {"émigré"}),
        ("", set()),
    ],
)
def test_words_are_stems_without_those_that_say_nothing(text, expected):
    assert words(text) == expected


def test_a_rare_word_weighs_more_than_one_that_every_text_has():
    weights = WordWeights([words("pump valve"), words("pump hose"), words("pump tank")])
    wanted = words("pump valve")
    assert weights.coverage(wanted, words("valve")) > weights.coverage(wanted, words("pump")) > 0
    assert weights.coverage(wanted, words("pump and valve")) == 1
    assert weights.coverage(wanted, words("tank")) == 0


def test_a_number_weighs_more_than_a_word_as_rare():
    weights = WordWeights([words("error 42")])
    assert weights.total(["42"]) > weights.total(["error"])


def test_nothing_wanted_is_not_covered():
    assert WordWeights([]).coverage(frozenset(), words("pump")) == 0


def test_pairs_are_of_stems_that_follow_one_another_without_the_common_words():
    assert word_pairs("Who closed the doors of the house?") == {("clos", "door"), ("door", "hous")}
    assert word_pairs("Why is it so?") == frozenset()
