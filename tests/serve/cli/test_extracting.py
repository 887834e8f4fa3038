"""`ambry extract`, against a scripted engine."""

import json
import os
from pathlib import Path

import pytest

from host.contract import requests, results, views
from host.errors import AmbryError, ConversionError, ErrorCode

EXTRACTED = results.Extracted(
    media_type="text/html",
    page_type="article",
    strategy="article: body of the article",
    title="Guide",
    language="en",
    about=views.AboutView(authors=("Ann Lee", "Ben Roe"), published="2024-05-06"),
    markdown="# Guide\n\nWörter",
    text="Guide Wörter",
)


@pytest.fixture
def files(client, tmp_path):
    client.script[requests.Extract] = EXTRACTED
    paths = [tmp_path / "a.pdf", tmp_path / "b.pdf"]
    for path in paths:
        path.write_bytes(b"%PDF")
    return paths


ABOUT = "Guide \u00b7 Ann Lee, Ben Roe \u00b7 2024-05-06 \u00b7 en \u00b7 article: body of the article"


def test_one_file_prints_its_markdown_and_on_stderr_what_it_says_of_itself_and_how_it_was_read(ambry, files):
    result = ambry("extract", files[0])
    assert (result.exit_code, result.stdout, result.stderr) == (0, "# Guide\n\nWörter\n", f"{ABOUT}\n")


def test_several_files_are_told_apart_on_stderr(ambry, files):
    result = ambry("extract", *files)
    assert result.stdout == "# Guide\n\nWörter\n" * 2
    assert result.stderr.splitlines() == [line for path in files for line in (f"--- {path}", ABOUT)]


@pytest.mark.parametrize("option", ["--json", "--jsonl"])
def test_json_is_one_line_for_each_file_and_a_failed_one_does_not_stop_the_rest(ambry, files, tmp_path, option):
    result = ambry("extract", tmp_path / "gone.pdf", *files, option)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert [line["source"] for line in lines] == [str(tmp_path / "gone.pdf"), *map(str, files)]
    assert lines[0]["error"]["code"] == "not_found"
    assert lines[1] == {
        "source": str(files[0]),
        "kind": "html",
        "page_type": "article",
        "strategy": "article: body of the article",
        "title": "Guide",
        "language": "en",
        "authors": ["Ann Lee", "Ben Roe"],
        "published": "2024-05-06",
        "modified": "",
        "site": "",
        "description": "",
        "canonical": "",
        "breadcrumbs": [],
        "markdown": "# Guide\n\nWörter",
        "text": "Guide Wörter",
        "notice": "",
        "error": None,
    }


def test_what_of_a_file_is_not_in_the_text_is_told(ambry, client, files):
    client.script[requests.Extract] = EXTRACTED.model_copy(update={"notice": "It has a picture. Read it."})
    assert ambry("extract", files[0]).stderr == f"{ABOUT}\nIt has a picture. Read it. Do that with --ocr.\n"
    assert json.loads(ambry("extract", files[0], "--json").stdout)["notice"] == "It has a picture. Read it."


def test_a_file_that_gives_no_text_is_an_error_with_its_reason(ambry, client, files):
    client.script[requests.Extract] = ConversionError(ErrorCode.NO_TEXT, "It is a scan.", "Run OCR on it.")
    result = ambry("extract", files[0])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines() == ["It is a scan.", "Run OCR on it."]


@pytest.mark.parametrize(
    ("code", "option"), [(ErrorCode.ENCRYPTED, "--password"), (ErrorCode.NEEDS_OCR, "--ocr"), (ErrorCode.DAMAGED, None)]
)
def test_a_file_that_lacks_a_word_of_the_person_names_the_option_that_gives_it(ambry, client, files, code, option):
    client.script[requests.Extract] = ConversionError(code, "It is closed.", "Open it.")
    told = ambry("extract", files[0]).stderr.splitlines()
    assert told == ["It is closed.", "Open it.", *([f"Do that with {option}."] if option else [])]


def test_what_is_no_file_has_a_line_of_its_own(ambry, files, tmp_path):
    pipe, locked = tmp_path / "pipe", tmp_path / "locked.md"
    os.mkfifo(pipe)
    locked.write_text("x")
    locked.chmod(0)
    result = ambry("extract", "--jsonl", tmp_path, pipe, locked, files[0])
    errors = [json.loads(line)["error"] for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert [error and error["code"] for error in errors[:2]] == ["not_supported", "not_supported"]
    assert "is a folder" in errors[0]["message"]
    # The superuser may read everything.
    assert os.geteuid() == 0 or "Permission denied" in errors[2]["message"]
    assert errors[3] is None


def test_a_name_that_is_no_text_is_told_as_far_as_it_can_be(ambry, client, files):
    strange = Path(os.fsdecode(os.fsencode(files[0].parent) + b"/caf\xe9.md"))
    strange.write_bytes(b"x")
    result = ambry("extract", "--jsonl", strange)
    assert json.loads(result.stdout)["source"].endswith("/caf?.md")
    assert "caf?.md" in client.uploads


def test_without_an_engine_each_file_has_a_line_all_the_same(ambry, client, files, monkeypatch):
    def unreachable():
        raise AmbryError(ErrorCode.ENGINE_UNAVAILABLE, "The engine did not start.", "Try again.")

    monkeypatch.setattr(client, "connect", unreachable)
    result = ambry("extract", "--jsonl", *files)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(line["source"], line["error"]["code"]) for line in lines] == [
        (str(path), "engine_unavailable") for path in files
    ]
    assert ambry("extract", *files).stderr.splitlines() == ["The engine did not start.", "Try again."]
    assert result.exit_code == 1
