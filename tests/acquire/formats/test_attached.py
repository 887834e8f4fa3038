import pytest

from host.acquire.formats.attached import attachment_list


@pytest.mark.parametrize(
    ("size", "said"),
    [(0, "0 bytes"), (999, "999 bytes"), (1_000, "1.0 kB"), (999_999, "1000.0 kB"), (2_500_000, "2.5 MB")],
)
def test_sizes_are_said_in_round_numbers(size, said):
    assert attachment_list([("plan.txt", size)]) == f"## Attachments\n\n- plan.txt ({said})"


def test_each_file_is_listed_once_and_those_without_a_name_not_at_all():
    assert attachment_list([("a", 1), ("", 5), ("b", 1), ("a", 1)]).splitlines()[2:] == [
        "- a (1 bytes)",
        "- b (1 bytes)",
    ]


def test_nothing_attached_is_no_section():
    assert attachment_list([("", 3)]) == ""
