import pytest

from host.contract import requests
from host.errors import AmbryError, ErrorCode

HOME = '<a href="/a">A</a> <a href="/b">B</a> <a href="/gone">gone</a> <a href="https://other.org/">elsewhere</a>'


@pytest.fixture
def pages():
    return {
        "https://example.org/": HOME,
        "https://example.org/a": "A: the mast is two metres high.",
        "https://example.org/b": "BROKEN",
    }


async def test_every_page_of_a_site_is_accounted_for(world):
    report = await world.index_site()
    assert (report.job.title, report.job.state) == ("example.org", "done")
    states = {item.uri: (item.state, item.reason) for item in report.items}
    assert states["https://example.org/a"] == ("indexed", "")
    assert states["https://example.org/b"] == ("skipped", "https://example.org/b is damaged.")
    assert states["https://example.org/gone"][0] == "failed"
    assert "404" in states["https://example.org/gone"][1]
    assert report.job.total == len(report.items) == report.job.indexed + report.job.skipped + report.job.failed


async def test_a_site_indexed_again_embeds_nothing_that_has_not_changed(world, pages):
    await world.index_site()
    embedded = len(world.parts.embedder.embedded)
    pages["https://example.org/a"] = "A: the mast is three metres high."
    report = await world.index_site()
    assert (report.job.indexed, report.job.unchanged) == (1, 1)
    assert len(world.parts.embedder.embedded) == embedded + 1


async def test_progress_names_the_page_and_the_total(world):
    await world.index_site()
    seen = [event.job for event in world.seen("job")]
    assert seen[-1].state == "done"
    assert any(job.stage.startswith("Read https://example.org/") for job in seen)


async def test_what_is_no_website_is_refused_before_a_job_is_made(world):
    with pytest.raises(AmbryError) as caught:
        await world.ask_for(requests.IndexSite, url="file:///etc/passwd")
    assert caught.value.code is ErrorCode.UNREACHABLE
    assert (await world.ask_for(requests.ListJobs)).jobs == ()
