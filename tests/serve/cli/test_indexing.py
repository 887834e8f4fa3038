"""`ambry vault set`, `ambry site set` and `ambry reindex`, against a scripted engine."""

import pytest

from host.contract import events, requests, results
from host.contract.views import ChunkingView
from host.errors import AmbryError, ErrorCode
from tests.serve.cli.conftest import COLLECTION, make_job

OUTDATED = COLLECTION.model_copy(
    update={
        "kind": "vault",
        "key": "garden",
        "chunking": ChunkingView(size=256, overlap=32, cap=900),
        "outdated": "It was indexed with old; the model in use is new.",
    }
)


@pytest.fixture(autouse=True)
def scripted(client):
    found = results.CollectionFound(collection=OUTDATED)
    client.script[requests.FindCollection] = client.script[requests.SetChunking] = found
    job = make_job(kind="reindex", title="garden", state="done", indexed=12)
    client.script[requests.Reindex] = results.JobStarted(job=job)
    client.script[requests.WatchJob] = [events.Job(id="1", job=job), results.JobReport(job=job, items=())]


def with_collections(client, *collections):
    client.script[requests.Status] = client.script[requests.Status].model_copy(update={"collections": collections})


def test_settings_are_set_and_the_next_step_is_told(ambry, client):
    result = ambry("vault", "set", "garden", "--chunk-size", 256, "--cap", 900)
    assert result.exit_code == 0
    asked = client.last(requests.SetChunking)
    assert (asked.collection, asked.size, asked.overlap, asked.cap) == (7, 256, None, 900)
    assert "passages of 256 tokens at most" in result.stdout
    assert "ambry reindex --vault garden" in result.stderr


def test_without_options_they_are_shown(ambry_json, client):
    code, printed = ambry_json("site", "set", "larkspur.example")
    assert (code, printed["chunking"]) == (0, {"size": 256, "overlap": 32, "cap": 900})
    assert not any(isinstance(request, requests.SetChunking) for request in client.asked)


def test_settings_that_are_refused_say_what_can_be_set(ambry, client):
    refusal = AmbryError(ErrorCode.BAD_REQUEST, "A chunk of 3 tokens cannot be set.", "Give a size from 32 to 100,000.")
    client.script[requests.SetChunking] = [refusal]
    result = ambry("vault", "set", "garden", "--chunk-size", 3)
    assert result.exit_code == 1
    assert "Give a size from 32" in result.stderr


def test_one_collection_is_indexed_anew(ambry, client):
    result = ambry("reindex", "--vault", "garden")
    assert result.exit_code == 0
    assert client.last(requests.Reindex).collection == 7


def test_all_means_all_that_need_it(ambry_json, client):
    with_collections(client, COLLECTION, OUTDATED)
    code, printed = ambry_json("reindex", "--all")
    assert (code, len(printed["reports"])) == (0, 1)
    with_collections(client, COLLECTION)
    assert ambry_json("reindex", "--all") == (0, {"reports": []})


def test_nothing_to_do_is_told(ambry):
    assert "Nothing needs a new index." in ambry("reindex", "--all").stderr


@pytest.mark.parametrize("options", [(), ("--all", "--vault", "garden"), ("--site", "a", "--vault", "b")])
def test_it_must_be_said_what_is_indexed_anew(ambry, options):
    result = ambry("reindex", *options)
    assert (result.exit_code, "Say what to index anew." in result.stderr) == (1, True)


def test_a_job_that_was_stopped_says_that_the_old_index_stays(ambry, client):
    job = make_job(kind="reindex", title="garden", state="cancelled")
    client.script[requests.WatchJob] = [results.JobReport(job=job, items=())]
    result = ambry("reindex", "--vault", "garden")
    assert (result.exit_code, "the old index stays" in result.stderr) == (1, True)


def test_jobs_are_listed_by_what_they_do(ambry, client):
    client.script[requests.ListJobs] = results.Jobs(jobs=(make_job(kind="reindex", title="garden"),))
    assert "new index of garden" in ambry("jobs").stdout


def test_status_says_what_needs_a_new_index(ambry, client):
    with_collections(client, COLLECTION, OUTDATED)
    assert "garden needs a new index. It was indexed with old" in ambry("status").stderr
