"""`ambry jobs`: pausing, going on, and the account as a file."""

import csv

import pytest

from host.contract import events, requests, results
from host.contract.views import JobItemView
from tests.serve.cli.conftest import make_job
from tests.serve.cli.test_working import ITEMS, script_job


@pytest.fixture(autouse=True)
def job(client):
    script_job(client)
    client.script[requests.ReportJob] = results.JobReport(job=make_job(state="paused"), items=ITEMS)


@pytest.mark.parametrize(("option", "request_kind"), [("--pause", requests.PauseJob), ("--resume", requests.ResumeJob)])
def test_a_job_is_paused_and_resumed(ambry, ambry_json, client, option, request_kind):
    client.script[requests.WatchJob] = [events.Job(id="1", job=make_job(state="paused"))]
    assert ambry("jobs", 3, option).stdout == "Job 3 is paused; what it has indexed stays.\n"
    assert client.last(request_kind).job == 3
    assert ambry_json("jobs", 3, option)[1]["job"]["state"] == "paused"


def test_what_failed_is_tried_again_and_followed(ambry, client):
    client.script[requests.RetryJob] = results.JobStarted(job=make_job())
    result = ambry("jobs", 3, "--retry")
    assert client.last(requests.RetryJob).job == 3
    assert result.exit_code == 0
    assert "1 indexed" in result.stdout


def test_the_account_says_what_can_be_done_about_what_failed(ambry, client):
    items = (
        JobItemView(uri="https://larkspur.example/a", state="failed", code="needs_browser", again=True),
        JobItemView(uri="https://larkspur.example/b", state="failed", code="unreachable", again=True),
    )
    script_job(client, items=items)
    result = ambry("jobs", 3)
    assert "Only your own browser can read 1 of them: open the panel on this site" in result.stderr
    assert "Another try may end better for 2 of them: ambry jobs 3 --retry" in result.stderr


@pytest.mark.parametrize("options", [("--stop",), ("--pause",), ("--resume",), ("--retry",), ("--csv", "account.csv")])
def test_what_is_done_to_a_job_needs_its_number(ambry, client, options):
    result = ambry("jobs", *options)
    assert result.exit_code == 2
    assert "name the job; `ambry jobs` lists them" in result.stderr
    assert client.asked == []


def test_following_ends_when_the_job_is_paused(ambry, client):
    client.script[requests.WatchJob] = [events.Job(id="1", job=make_job(state="paused"))]
    result = ambry("site", "index", "larkspur.example")
    assert result.exit_code == 1
    assert "`ambry jobs 3 --resume`" in result.stderr
    assert "1 indexed" in result.stdout


def test_the_account_is_written_as_a_table(ambry, client, tmp_path):
    path = tmp_path / "account.csv"
    assert "4 items of job 3" in ambry("jobs", 3, "--csv", path).stdout
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["address", "state", "reason", "code"]
    assert rows[3] == ["https://larkspur.example/drafts/", "skipped", "robots.txt forbids it", "robots_disallowed"]
    assert len(rows) == 5


def test_nothing_in_the_account_is_a_formula_to_a_spreadsheet(ambry, client, tmp_path):
    items = (JobItemView(uri="=cmd|' /C calc'!A0", state="failed", reason="@SUM(1)"),)
    client.script[requests.ReportJob] = results.JobReport(job=make_job(), items=items)
    ambry("jobs", 3, "--csv", tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text().splitlines()[1] == "'=cmd|' /C calc'!A0,failed,'@SUM(1),"


def test_where_the_account_is_is_told_as_json(ambry_json, tmp_path):
    code, printed = ambry_json("jobs", 3, "--csv", tmp_path / "a.csv")
    assert (code, printed["csv"]) == (0, str(tmp_path / "a.csv"))


def test_a_file_that_cannot_be_written_is_said_in_words(ambry, tmp_path):
    result = ambry("jobs", 3, "--csv", tmp_path / "gone" / "a.csv")
    assert result.exit_code == 1
    assert "No such file" in result.stderr
