"""The sample itself: what the other tests and the demo stand on."""

import io
import json
import urllib.error
import urllib.request
from xml.etree import ElementTree

import mammoth
import pymupdf
import pytest
import requests
from youtube_transcript_api import VideoUnavailable, YouTubeTranscriptApi

from tests.sample import make_files
from tests.sample_server import FILES, SAMPLE, SITE, VIDEO, serve


@pytest.fixture(scope="module")
def base_url():
    with serve() as url:
        yield url


def get(url):
    with urllib.request.urlopen(url, timeout=5) as response:
        return response.read().decode()


def test_the_sitemap_names_every_page_that_robots_may_read_at_the_servers_own_address(base_url):
    tree = ElementTree.fromstring(get(f"{base_url}/sitemap.xml"))
    named = {element.text for element in tree.findall("{*}url/{*}loc")}
    pages = {f"{base_url}/{path.name}".replace("/index.html", "/") for path in SITE.glob("*.html")}
    assert named == pages
    assert all(f'<link rel="canonical" href="{url}">' in get(url) for url in named)


@pytest.mark.parametrize("path", ["/nothing.html", "/../sample_server.py", "/files/../../conftest.py"])
def test_only_files_of_the_sample_are_served(base_url, path):
    with pytest.raises(urllib.error.HTTPError, match="404"):
        get(base_url + path)


class LocalSession(requests.Session):
    """Sends what is meant for YouTube to the sample server."""

    def __init__(self, base_url):
        super().__init__()
        self.base_url = base_url

    def request(self, method, url, *args, **kwargs):
        return super().request(method, url.replace("https://www.youtube.com", self.base_url), *args, **kwargs)


def test_the_recorded_video_has_captions_that_the_transcript_library_reads(base_url):
    with LocalSession(base_url) as session:
        transcript = YouTubeTranscriptApi(http_client=session).fetch(VIDEO)
    assert len(transcript) >= 55
    assert 360 <= transcript[-1].start <= 480
    assert any("don't use the rechargeable ones" in line.text for line in transcript)


def test_another_video_is_unavailable(base_url):
    with LocalSession(base_url) as session, pytest.raises(VideoUnavailable):
        YouTubeTranscriptApi(http_client=session).fetch("nothing0000")


def test_the_committed_files_are_those_that_the_script_makes(tmp_path):
    make_files.make_docx(tmp_path / "report.docx")
    assert (tmp_path / "report.docx").read_bytes() == (FILES / "school-report.docx").read_bytes()
    make_files.make_pdf(tmp_path / "guide.pdf")
    assert text_of(tmp_path / "guide.pdf") == text_of(FILES / "service-guide.pdf")


def text_of(path):
    with pymupdf.open(path) as document:
        return [page.get_text() for page in document]


def haystack(scope, base_url):
    """All text that a question of this scope can be answered from."""
    if scope == "vault":
        docx = mammoth.extract_raw_text(io.BytesIO((FILES / "school-report.docx").read_bytes())).value
        return docx + " ".join(text_of(FILES / "service-guide.pdf")) + (FILES / "garden-notes.md").read_text("utf-8")
    if scope == "video":
        return get(f"{base_url}/api/timedtext?v={VIDEO}")
    return " ".join(path.read_text("utf-8") for path in SITE.glob("*.html"))


QUESTIONS = json.loads((SAMPLE / "questions.json").read_text("utf-8"))


def test_the_questions_cover_the_four_uses_and_what_nothing_answers():
    assert {question["scope"] for question in QUESTIONS} == {"page", "site", "vault", "video"}
    assert sum(question["expect"] is None for question in QUESTIONS) >= 3


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["question"])
def test_the_expected_words_stand_in_the_sample(base_url, question):
    if question["expect"] is not None:
        assert " ".join(question["expect"].split()) in " ".join(haystack(question["scope"], base_url).split())
        assert question["source"]
