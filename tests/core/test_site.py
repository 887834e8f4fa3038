import pytest

from host.core.site import CrawlItem, Reason, may_end_better
from host.errors import ErrorCode


@pytest.mark.parametrize(
    ("code", "passing", "again"),
    [
        (ErrorCode.UNREACHABLE, True, True),
        (ErrorCode.NEEDS_BROWSER, True, True),
        (Reason.LEFT_ALONE, True, True),
        (Reason.PAGE_LIMIT, True, False),
        (ErrorCode.TOO_LARGE, True, False),
        (ErrorCode.NOT_FOUND, False, False),
        (Reason.NOINDEX, False, False),
        ("", False, False),
    ],
)
def test_what_a_reason_means_for_the_index_and_for_another_try(code, passing, again):
    assert CrawlItem("https://a.example/", "failed", code=code).passing is passing
    assert may_end_better(code) is again
