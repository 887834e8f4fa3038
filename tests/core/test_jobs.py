import pytest

from host.core.jobs import reason_of
from host.errors import AmbryError, ErrorCode


@pytest.mark.parametrize(
    ("name", "message", "reason"),
    [
        ("notes/a.pdf", "notes/a.pdf is locked.", "It is locked. Do this."),
        ("a.pdf", "The password does not open a.pdf.", "The password does not open it. Do this."),
        ("a.pdf", "a.pdf: Permission denied.", "Permission denied. Do this."),
        ("https://x.example/a", "https://x.example/a answers with HTTP 404.", "It answers with HTTP 404. Do this."),
        ("a", "The text of a cannot be recognised: a crash.", "The text of it cannot be recognised: a crash. Do this."),
        ("a.pdf", "The pages of banana.pdf.gz are pictures.", "The pages of banana.pdf.gz are pictures. Do this."),
        ("a.pdf", "Something else went wrong.", "Something else went wrong. Do this."),
    ],
)
def test_an_account_names_each_item_once(name, message, reason):
    assert reason_of(AmbryError(ErrorCode.DAMAGED, message, "Do this."), name) == reason
