"""`--password` and `--ocr`: wherever a file is named, the engine gets what opens it, or says that it cannot."""

import pytest

from host.contract import requests, results
from tests.serve.cli.conftest import COLLECTION
from tests.serve.cli.test_asking import ANSWER
from tests.serve.cli.test_working import script_job

FIVE = ("deu", "eng", "fra", "ita", "spa")


@pytest.fixture
def scan(tmp_path):
    path = tmp_path / "scan.pdf"
    path.write_bytes(b"%PDF-1.7")
    return path


def know(client, *languages):
    client.script[requests.Status] = client.script[requests.Status].model_copy(update={"ocr_languages": languages})


def test_files_are_added_with_leave_to_recognise_them(ambry, client, scan):
    script_job(client)
    know(client, *FIVE)
    ambry("vault", "add", "papers", scan, "--ocr")
    assert client.last(requests.AddFiles).files[0].ocr == FIVE[:4]


def test_without_the_option_nothing_is_recognised(ambry, client, scan):
    script_job(client)
    know(client, "eng")
    ambry("vault", "add", "papers", scan)
    assert client.last(requests.AddFiles).files[0].ocr == ()


def test_files_are_extracted_with_leave_to_recognise_them(ambry, client, scan):
    client.script[requests.Extract] = results.Extracted(
        media_type="application/pdf", strategy="pdf with ocr", title="", markdown="Read", text="Read"
    )
    know(client, "eng")
    assert "Read" in ambry("extract", scan, "--ocr").stdout
    assert client.last(requests.Extract).ocr == ("eng",)


@pytest.fixture
def opening(client):
    opened = results.Opened(collection=COLLECTION, document=1, state="indexed", characters=10)
    client.script |= {requests.OpenPage: opened, requests.OpenUrl: opened, requests.Ask: [ANSWER]}


@pytest.mark.parametrize(
    ("command", "request_kind"),
    [
        (("extract", "{scan}"), requests.Extract),
        (("ask", "How long?", "--page", "{scan}"), requests.OpenPage),
        (("ask", "How long?", "--page", "https://larkspur.example/scan.pdf"), requests.OpenUrl),
        (("vault", "add", "papers", "https://larkspur.example/scan.pdf"), requests.OpenUrl),
    ],
)
def test_what_opens_a_file_goes_with_it_from_every_command(ambry, client, opening, scan, command, request_kind):
    client.script[requests.Extract] = results.Extracted(
        media_type="application/pdf", strategy="pdf text layer", title="", markdown="Read", text="Read"
    )
    know(client, "eng")
    result = ambry(*(word.format(scan=scan) for word in command), "--password", "--ocr", stdin="secret\n")
    assert result.exit_code == 0
    assert (client.last(request_kind).password, client.last(request_kind).ocr) == ("secret", ("eng",))


def test_what_is_indexed_already_is_not_opened_for_a_question(ambry, client):
    result = ambry("ask", "How long?", "--site", "larkspur.example", "--password", stdin="secret\n")
    assert result.exit_code == 1
    assert "Name it with --page" in result.stderr


def test_a_machine_without_tesseract_says_what_to_install(ambry, client, scan):
    result = ambry("extract", scan, "--ocr")
    assert result.exit_code == 1
    assert "Install it with its language data" in result.stderr
