"""`ambry site`, against a scripted engine."""

import pytest

from host.contract import requests, results
from host.contract.views import SectionView
from tests.serve.cli.conftest import make_job
from tests.serve.cli.test_working import script_job

PLAN = results.SitePlan(
    url="https://larkspur.example/docs/start",
    site="larkspur.example",
    prefix="/docs",
    source="sitemap",
    pages=12,
    site_pages=40,
    sections=(SectionView(path="/docs", pages=12, depth=0), SectionView(path="/docs/api", pages=7, depth=1)),
    notes=("The site asks for 5 seconds between two pages.",),
    probed=4,
    needs_browser=3,
)


@pytest.fixture(autouse=True)
def engine(client):
    script_job(client)
    client.script[requests.PlanSite] = PLAN
    client.script[requests.RefreshSite] = results.JobStarted(job=make_job(state="queued"))


def test_a_plan_shows_sections_and_what_they_need(ambry, client):
    result = ambry("site", "plan", "larkspur.example/docs/start")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "larkspur.example/docs: 12 pages of 40 on the whole site, named by its sitemaps.",
        "section      pages",
        "/docs           12",
        "  /docs/api      7",
    ]
    assert "Only your own browser can read about 3 pages (judged from 4)" in result.stderr
    assert "5 seconds" in result.stderr
    assert "ambry site index https://larkspur.example/docs/start --prefix /docs" in result.stderr
    request = client.last(requests.PlanSite)
    assert (request.url, request.prefix) == ("https://larkspur.example/docs/start", None)


def test_a_plan_without_a_sitemap_says_so(ambry, client):
    client.script[requests.PlanSite] = PLAN.model_copy(
        update={"source": "links", "pages": 0, "sections": (), "prefix": "", "needs_browser": 0, "notes": ()}
    )
    result = ambry("site", "plan", "larkspur.example", "--prefix", "/")
    assert result.stdout == "larkspur.example: no sitemap names its pages; they are found link by link.\n"
    assert client.last(requests.PlanSite).prefix == "/"


def test_a_plan_prints_json(ambry_json):
    code, printed = ambry_json("site", "plan", "larkspur.example")
    assert (code, printed["pages"], printed["sections"][1]["path"]) == (0, 12, "/docs/api")


def test_what_is_to_be_indexed_is_handed_on(ambry, client):
    options = ("--prefix", "/docs", "--exclude", "/docs/old", "--exclude", "/docs/x", "--max-depth", 2)
    assert ambry("site", "index", "larkspur.example", *options).exit_code == 0
    request = client.last(requests.IndexSite)
    assert (request.prefix, request.exclude, request.max_pages, request.max_depth) == (
        "/docs",
        ("/docs/old", "/docs/x"),
        500,
        2,
    )


def test_a_refresh_ends_with_its_account(ambry, client):
    result = ambry("site", "refresh", "larkspur.example")
    assert result.exit_code == 0
    assert result.stdout.startswith("larkspur.example: 1 indexed, 1 unchanged, 1 skipped, 1 failed.")
    assert client.last(requests.RefreshSite).collection == 7


@pytest.mark.parametrize(
    ("every", "hours", "words"),
    [("24h", 24, "every 24 hours"), ("7d", 168, "every 168 hours"), ("1h", 1, "every hour "), ("0", 0, "only by hand")],
)
def test_a_schedule_is_set(ambry, client, every, hours, words):
    result = ambry("site", "schedule", "larkspur.example", "--every", every)
    assert words in result.stdout
    request = client.last(requests.SiteSchedule)
    assert (request.collection, request.hours) == (7, hours)


def test_a_schedule_prints_json(ambry_json):
    assert ambry_json("site", "schedule", "larkspur.example", "--every", "1d") == (
        0,
        {"site": "larkspur.example", "refresh_hours": 24},
    )


@pytest.mark.parametrize("every", ["soon", "-3h", "999d", "h", ""])
def test_a_time_that_is_none_is_refused(ambry, client, every):
    result = ambry("site", "schedule", "larkspur.example", f"--every={every}")
    assert result.exit_code == 2
    assert "24h or 7d" in result.stderr


def test_a_schedule_is_shown_with_what_is_indexed(ambry, client):
    status = client.script[requests.Status]
    site = status.collections[0].model_copy(update={"refresh_hours": 24})
    client.script[requests.Status] = status.model_copy(update={"collections": (site,)})
    assert ambry("status").stdout.splitlines()[-1].split()[-3:] == ["every", "24", "h"]


@pytest.mark.parametrize("command", ["plan", "index"])
@pytest.mark.parametrize("typed", ["not a url", "ftp://larkspur.example"])
def test_what_is_no_website_is_named_as_it_was_typed(ambry, client, command, typed):
    result = ambry("site", command, typed)
    assert result.exit_code == 1
    assert result.stderr.splitlines()[0] == f"{typed} is not the address of a website."
    assert client.asked == []
