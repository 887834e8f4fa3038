"""`ambry vault add` with addresses, against a scripted engine."""

from host.contract import requests, results
from host.errors import AmbryError, ErrorCode
from tests.serve.cli.conftest import COLLECTION

OPENED = results.Opened(collection=COLLECTION, document=4, state="indexed", characters=9)


def test_pages_and_videos_are_kept_in_the_vault(ambry, client):
    client.script[requests.OpenUrl] = OPENED
    client.script[requests.OpenVideo] = OPENED.model_copy(update={"state": "skipped", "notices": ("As it is.",)})
    result = ambry("vault", "add", "garden", "https://larkspur.example/faq", "https://youtu.be/Lrk5pur0001?t=9")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "  indexed   https://larkspur.example/faq",
        "  skipped   https://youtu.be/Lrk5pur0001?t=9  As it is.",
    ]
    assert (client.last(requests.OpenUrl).url, client.last(requests.OpenUrl).vault) == (
        "https://larkspur.example/faq",
        "garden",
    )
    assert (client.last(requests.OpenVideo).video, client.last(requests.OpenVideo).vault) == ("Lrk5pur0001", "garden")


def test_one_that_fails_says_why_and_the_others_go_on(ambry_json, client):
    client.script[requests.OpenVideo] = AmbryError(ErrorCode.NO_TRANSCRIPT, "It has no transcript.", "Try another.")
    client.script[requests.OpenUrl] = OPENED
    code, printed = ambry_json("vault", "add", "garden", "https://youtu.be/Lrk5pur0001", "https://larkspur.example/faq")
    assert code == 1
    assert [(item["state"], item["reason"]) for item in printed["items"]] == [
        ("failed", "It has no transcript. Try another."),
        ("indexed", ""),
    ]


def test_a_locked_one_names_the_option_that_opens_it(ambry, client):
    client.script[requests.OpenUrl] = AmbryError(ErrorCode.ENCRYPTED, "a.pdf is locked.", "Give its password.")
    result = ambry("vault", "add", "garden", "https://larkspur.example/a.pdf")
    assert result.exit_code == 1
    assert "1 file is locked. Add again with --password." in " ".join(result.stderr.split())


def test_addresses_and_files_are_not_mixed(ambry, client):
    result = ambry("vault", "add", "garden", "https://larkspur.example/faq", "notes.md")
    assert result.exit_code == 1
    assert "Add the addresses first, then the files." in result.stderr
    assert not client.asked
