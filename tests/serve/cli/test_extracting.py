"""`ambry extract`, against a scripted engine."""

import json

import pytest

from host.contract import requests, results
from host.errors import ConversionError, ErrorCode

EXTRACTED = results.Extracted(
    media_type="text/html",
    page_type="article",
    strategy="article: body of the article",
    title="Guide",
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


def test_one_file_prints_its_markdown_and_nothing_else(ambry, files):
    result = ambry("extract", files[0])
    assert (result.exit_code, result.stdout, result.stderr) == (0, "# Guide\n\nWörter\n", "")


def test_several_files_are_told_apart_on_stderr(ambry, files):
    result = ambry("extract", *files)
    assert result.stdout == "# Guide\n\nWörter\n" * 2
    assert result.stderr.splitlines() == [f"--- {path}" for path in files]


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
        "markdown": "# Guide\n\nWörter",
        "text": "Guide Wörter",
        "error": None,
    }


def test_a_file_that_gives_no_text_is_an_error_with_its_reason(ambry, client, files):
    client.script[requests.Extract] = ConversionError(ErrorCode.NO_TEXT, "It is a scan.", "Run OCR on it.")
    result = ambry("extract", files[0])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines() == ["It is a scan.", "Run OCR on it."]
