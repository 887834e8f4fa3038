import pytest

from host.core.shell import typed


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("garden", "garden"),
        ("Gärten", "Gärten"),
        ("example.org/docs", "example.org/docs"),
        ("My notes", '"My notes"'),
        ("C:\\My notes", '"C:\\My notes"'),
        ("R&D", '"R&D"'),
        ('The "best" for 5$', '"The \\"best\\" for 5\\$"'),
    ],
)
def test_a_name_is_one_word_of_a_command(name, word):
    assert typed(name) == word
