"""`ambry vault watch`, `unwatch` and `list`, against a scripted engine."""

from pathlib import Path

import pytest

from host.contract import requests, results
from host.contract.views import ErrorView, FolderView, JobItemView
from host.errors import ErrorCode, FolderError
from tests.serve.cli.conftest import COLLECTION, make_job


def folder(path="/home/ada/Notes", **fields):
    values = {
        "id": 1,
        "collection": COLLECTION.id,
        "vault": "garden",
        "path": path,
        "exclude": (),
        "state": "watching",
        "note": "",
        "documents": 2,
        "failed": 0,
        "unsupported": 0,
        "problems": (),
        "checked": 1.0,
        "changed": 1.0,
    }
    return FolderView(**{**values, **fields})


@pytest.fixture(autouse=True)
def watched(client):
    job = make_job(kind="read_folder", title="garden", state="done", indexed=2)
    client.script[requests.WatchFolder] = results.FolderWatched(folder=folder(state="reading"), job=job)
    client.script[requests.WatchJob] = [results.JobReport(job=job, items=(JobItemView(uri="a.md", state="indexed"),))]
    client.script[requests.ListFolders] = results.WatchedFolders(folders=(folder(unsupported=3),))
    vault = COLLECTION.model_copy(update={"kind": "vault", "key": "garden"})
    client.script[requests.FindCollection] = results.CollectionFound(collection=vault)
    client.script[requests.Status] = client.script[requests.Status].model_copy(update={"collections": (vault,)})


def test_watching_ends_when_what_is_there_has_been_read(ambry, client, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = ambry("vault", "watch", "garden", "notes", "--exclude", "drafts/", "--exclude", "*.log")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "garden: 1 indexed, 0 unchanged, 0 skipped, 0 failed.",
        "/home/ada/Notes is watched: garden stays as its files are.",
    ]
    assert "3 files in it are of kinds that Ambry cannot read." in result.stderr
    request = client.last(requests.WatchFolder)
    assert (request.vault, request.path) == ("garden", str(tmp_path / "notes"))
    assert request.exclude == ("drafts/", "*.log")


def test_watching_prints_json(ambry_json):
    code, printed = ambry_json("vault", "watch", "garden", "/home/ada/Notes")
    assert (code, printed["folder"]["state"], printed["job"]["state"], len(printed["items"])) == (
        0,
        "watching",
        "done",
        1,
    )


def test_a_folder_that_is_refused_says_why(ambry, client):
    client.script[requests.WatchFolder] = FolderError(ErrorCode.FOLDER_REFUSED, "/ holds it all.", "Choose another.")
    result = ambry("vault", "watch", "garden", "/")
    assert result.exit_code == 1
    assert "/ holds it all." in result.stderr
    assert "Choose another." in result.stderr


def test_a_folder_that_went_away_while_it_was_read_says_so(ambry, client):
    client.script[requests.ListFolders] = results.WatchedFolders(folders=())
    assert "There is no such watched folder." in ambry("vault", "watch", "garden", "/home/ada/Notes").stderr


@pytest.mark.parametrize(
    ("options", "keep", "words"), [((), False, "left the vault"), (("--keep",), True, "stay in the vault")]
)
def test_the_only_folder_needs_no_name_to_be_left(ambry, client, options, keep, words):
    result = ambry("vault", "unwatch", "garden", *options)
    assert result.exit_code == 0
    assert words in result.stdout
    assert client.last(requests.UnwatchFolder).folder == 1
    assert client.last(requests.UnwatchFolder).keep is keep


def test_leaving_a_folder_prints_json(ambry_json):
    code, printed = ambry_json("vault", "unwatch", "garden", "--keep")
    assert (code, printed) == (0, {"unwatched": "/home/ada/Notes", "documents": 2, "kept": True})


def test_of_several_folders_one_is_named(ambry, client):
    client.script[requests.ListFolders] = results.WatchedFolders(
        folders=(folder(), folder(path="/home/ada/Papers", id=2))
    )
    result = ambry("vault", "unwatch", "garden")
    assert result.exit_code == 1
    assert "Name one of: /home/ada/Notes, /home/ada/Papers" in " ".join(result.stderr.split())
    assert ambry("vault", "unwatch", "garden", "/home/ada/Papers").exit_code == 0
    assert client.last(requests.UnwatchFolder).folder == 2
    assert "/home/ada/Other is not watched" in ambry("vault", "unwatch", "garden", Path("/home/ada/Other")).stderr


def test_a_vault_without_folders_has_none_to_leave(ambry, client):
    client.script[requests.ListFolders] = results.WatchedFolders(folders=())
    assert "ambry vault watch garden FOLDER" in ambry("vault", "unwatch", "garden").stderr


def test_the_vaults_are_listed_with_their_folders(ambry, client):
    problem = JobItemView(uri="a.pdf", state="failed", reason="It is damaged.")
    gone = folder(state="unreachable", note="It is not there.", failed=1, problems=(problem,), changed=0.0)
    client.script[requests.ListFolders] = results.WatchedFolders(folders=(gone,))
    result = ambry("vault", "list")
    assert result.exit_code == 0
    lines = [line.split() for line in result.stdout.splitlines()]
    assert lines[1][0] == "garden"
    assert lines[2] == ["/home/ada/Notes", "2", "unreachable", "1"]
    assert "/home/ada/Notes: It is not there." in result.stderr
    assert "/home/ada/Notes: a.pdf: It is damaged." in result.stderr


def test_the_vaults_are_listed_as_json(ambry_json):
    code, printed = ambry_json("vault", "list")
    assert code == 0
    assert printed["vaults"][0]["key"] == "garden"
    assert printed["vaults"][0]["folders"][0]["path"] == "/home/ada/Notes"


def test_without_a_vault_the_list_says_how_to_start_one(ambry, client):
    client.script[requests.Status] = client.script[requests.Status].model_copy(update={"collections": ()})
    assert "ambry vault watch NAME FOLDER" in ambry("vault", "list").stderr


LOCKED = JobItemView(uri="safe/a.pdf", state="failed", reason="a.pdf is locked.", code="encrypted")
PICTURE = JobItemView(uri="b.pdf", state="indexed", reason="Page 2 is a picture.", code="needs_ocr")


def lacking(client, *rounds):
    """What the folder says of its problems, each time that it is asked; at last for good."""
    answers = [results.WatchedFolders(folders=(folder(problems=problems, failed=1),)) for problems in rounds]

    async def look():
        return answers.pop(0) if len(answers) > 1 else answers[0]

    client.script[requests.ListFolders] = look
    job = make_job(id=8, kind="read_file", title="garden", state="done", indexed=1)
    client.script[requests.ReadWatchedFile] = results.JobStarted(job=job)


def sent(client):
    return [request for request in client.asked if isinstance(request, requests.ReadWatchedFile)]


def test_files_that_wait_for_a_word_are_told_with_the_command(ambry, client):
    lacking(client, (LOCKED, PICTURE))
    result = ambry("vault", "watch", "my garden", "/home/ada/Notes")
    told = " ".join(result.stderr.split())
    assert '1 file is locked. Go on with: ambry vault watch "my garden" /home/ada/Notes --password' in told
    assert "1 file is of pictures, as a whole or in part." in told
    assert 'ambry vault watch "my garden" /home/ada/Notes --ocr' in told
    assert sent(client) == []


def test_with_a_password_locked_files_are_read_in_place(ambry, client):
    lacking(client, (LOCKED, PICTURE), (PICTURE,))
    result = ambry("vault", "watch", "garden", "/home/ada/Notes", "--password", stdin="secret\n")
    assert result.exit_code == 0
    (request,) = sent(client)
    assert (request.folder, request.path, request.password, request.ocr) == (1, "safe/a.pdf", "secret", ())
    assert "secret" not in result.stdout + result.stderr
    assert "--password" not in result.stderr


def test_a_file_that_a_password_does_not_open_is_tried_once_and_accounted_for(ambry_json, client):
    lacking(client, (LOCKED,))
    report = results.JobReport(job=make_job(id=8, kind="read_file", state="done"), items=(LOCKED,))
    client.script[requests.WatchJob] = [report]
    code, printed = ambry_json("vault", "watch", "garden", "/home/ada/Notes", "--password", stdin="guess\n")
    assert code == 0
    assert [(item["uri"], item["code"]) for item in printed["items"]] == [("safe/a.pdf", "encrypted")]
    assert len(sent(client)) == 1


def test_a_try_that_came_to_no_end_says_why(ambry_json, client):
    lacking(client, (PICTURE,))
    client.script[requests.Status] = client.script[requests.Status].model_copy(update={"ocr_languages": ("eng",)})
    gone = ErrorView(code=ErrorCode.FOLDER_UNREACHABLE, message="The folder is gone.", next_step="Bring it back.")
    client.script[requests.WatchJob] = [results.JobReport(job=make_job(id=8, state="failed", error=gone), items=())]
    _, printed = ambry_json("vault", "watch", "garden", "/home/ada/Notes", "--ocr")
    assert [(item["uri"], item["reason"]) for item in printed["items"]] == [("b.pdf", "The folder is gone.")]
    assert sent(client)[0].ocr == ("eng",)
