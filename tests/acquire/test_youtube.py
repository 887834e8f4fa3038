"""Captions through the library, from a server on loopback in YouTube's place."""

import json

import pytest

from host.acquire.youtube import YouTubeTranscripts, best_track, paragraphs
from host.errors import ErrorCode, TranscriptError
from tests.acquire.web import Answer

ID = "aB3_-xYz901"
WATCH = (
    '<html><head><meta name="title" content="Raising &amp; lowering the mast"></head>'
    '<script>ytcfg.set({"INNERTUBE_API_KEY": "test-key"})</script></html>'
)
XML = (
    '<?xml version="1.0" encoding="utf-8"?><transcript>'
    '<text start="0.4" dur="2">First we check\nboth ropes.</text><text start="2.5" dur="1"></text>'
    '<text start="65.9" dur="3">Then the &lt;i&gt;mast&lt;/i&gt; goes up.</text></transcript>'
)


def track(language, kind="", extra=""):
    address = f"https://www.youtube.com/api/timedtext?v={ID}&lang={language}{kind and '&kind=asr'}{extra}"
    return {"baseUrl": address, "name": {"runs": [{"text": language}]}, "languageCode": language, "kind": kind}


def player(*tracks, status="OK", reason=""):
    answer = {"playabilityStatus": {"status": status, "reason": reason}}
    if tracks:
        answer["captions"] = {"playerCaptionsTracklistRenderer": {"captionTracks": list(tracks)}}
    return json.dumps(answer)


@pytest.fixture
def youtube(web):
    """YouTube as it answers when all is well; a test changes what it needs."""
    web.pages[f"/watch?v={ID}"] = WATCH
    web.pages["/youtubei/v1/player?key=test-key"] = Answer(player(track("de"), track("en", "asr")))
    web.pages[f"/api/timedtext?v={ID}&lang=de"] = Answer(XML)
    web.pages[f"/api/timedtext?v={ID}&lang=en&kind=asr"] = Answer(XML)
    return web


def read(web, *languages):
    return YouTubeTranscripts(web.url).transcript(ID, languages)


def test_captions_become_paragraphs_with_the_second_of_each_segment(youtube):
    document = read(youtube, "de")
    assert document.markdown == "First we check both ropes.\n\nThen the mast goes up."
    assert [(anchor.kind, anchor.value) for anchor in document.anchors] == [("second", "0"), ("second", "65")]
    assert document.markdown[document.anchors[1].start :] == "Then the mast goes up."
    assert document.uri == f"https://www.youtube.com/watch?v={ID}"
    assert document.title == "Raising & lowering the mast"
    assert (document.language, document.strategy) == ("de", "captions: de, manual")
    assert document.media_type == "video/youtube"


def test_the_language_asked_for_wins_although_automatic(youtube):
    assert read(youtube, "fr", "en").strategy == "captions: en, automatic"


def test_a_watch_page_without_a_title_leaves_the_id(youtube):
    youtube.pages[f"/watch?v={ID}"] = WATCH.replace("meta", "no")
    assert read(youtube).title == f"YouTube video {ID}"


def test_the_title_element_serves_as_well(youtube):
    youtube.pages[f"/watch?v={ID}"] = "<title>A talk - YouTube</title>" + WATCH.replace("meta", "no")
    assert read(youtube).title == "A talk"


PLAYER = "/youtubei/v1/player?key=test-key"
PAGE = f"/watch?v={ID}"
TEXT = f"/api/timedtext?v={ID}&lang=de"
BOT = "Sign in to confirm you\u2019re not a bot"
AGE = "This video may be inappropriate for some users."
EMPTY_LIST = player("x").replace('"x"', "")
CONSENT = '<form action="https://consent.youtube.com/s"><input name="v" value="x">'
REFUSALS = [
    (PLAYER, player(), ErrorCode.NO_TRANSCRIPT, "has no captions"),
    (PLAYER, EMPTY_LIST,
     ErrorCode.NO_TRANSCRIPT, "no captions in it"),
    (PLAYER, player(track("de", extra="&exp=xpe")), ErrorCode.TRANSCRIPT_BLOCKED, "only to its own player"),
    (PLAYER, player(status="LOGIN_REQUIRED", reason=BOT), ErrorCode.TRANSCRIPT_BLOCKED, "for a bot"),
    (PLAYER, player(status="LOGIN_REQUIRED", reason=AGE), ErrorCode.AGE_RESTRICTED, "age-restricted"),
    (PLAYER, player(status="ERROR", reason="This video is unavailable"), ErrorCode.VIDEO_UNAVAILABLE, "no longer"),
    (PLAYER, player(status="UNPLAYABLE", reason="Members only"), ErrorCode.VIDEO_UNAVAILABLE, "played: Members only."),
    (PLAYER, player(status="UNPLAYABLE"), ErrorCode.VIDEO_UNAVAILABLE, "no reason given"),
    (PLAYER, "not JSON", ErrorCode.TRANSCRIPT_BLOCKED, "cannot be read"),
    (PLAYER, player({"languageCode": "de"}), ErrorCode.TRANSCRIPT_BLOCKED, "in an unknown way"),
    (PLAYER, "{}", ErrorCode.TRANSCRIPT_BLOCKED, "in an unknown way"),
    (PLAYER, Answer("", 500), ErrorCode.HTTP_STATUS, "answered with an error: 500"),
    (PLAYER, Answer("", 429), ErrorCode.TRANSCRIPT_BLOCKED, "too many requests"),
    (PAGE, CONSENT, ErrorCode.TRANSCRIPT_BLOCKED, "consent"),
    (PAGE, '<div class="g-recaptcha">', ErrorCode.TRANSCRIPT_BLOCKED, "captcha"),
    (PAGE, "<p>Something else", ErrorCode.TRANSCRIPT_BLOCKED, "other than the page of a video"),
    (TEXT, "", ErrorCode.TRANSCRIPT_BLOCKED, "empty transcript"),
    (TEXT, "<transcript></transcript>", ErrorCode.TRANSCRIPT_BLOCKED, "empty transcript"),
    (TEXT, "<html><button>Show transcript</button></html>", ErrorCode.TRANSCRIPT_BLOCKED, "unknown way"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "answer", "code", "words"), REFUSALS)
def test_every_refusal_is_a_plain_reason(youtube, path, answer, code, words):
    youtube.pages[path] = answer if isinstance(answer, Answer) else Answer(answer)
    with pytest.raises(TranscriptError, match=words) as caught:
        read(youtube, "de")
    assert caught.value.code is code
    assert caught.value.next_step


def test_nobody_listening_is_said_in_words():
    with pytest.raises(TranscriptError, match="cannot be reached") as caught:
        YouTubeTranscripts("http://127.0.0.1:9").transcript(ID, ["en"])
    assert caught.value.code is ErrorCode.UNREACHABLE


class Track:
    def __init__(self, language_code, is_generated=False):
        self.language_code = language_code
        self.is_generated = is_generated


TRACKS = [Track("en", True), Track("pt-BR"), Track("en-GB"), Track("de", True), Track("de")]


@pytest.mark.parametrize(
    ("wanted", "language", "automatic"),
    [
        (["de"], "de", False),
        (["en"], "en", True),
        (["EN-gb"], "en-GB", False),
        (["en-US"], "en-GB", False),
        (["pt"], "pt-BR", False),
        (["fr", "de"], "de", False),
        (["fr"], "pt-BR", False),
        ([], "pt-BR", False),
    ],
)
def test_languages_are_taken_in_order_and_manual_before_automatic(wanted, language, automatic):
    found = best_track(TRACKS, wanted)
    assert (found.language_code, found.is_generated) == (language, automatic)


def test_without_tracks_there_is_none():
    assert best_track([], ["en"]) is None


def test_a_paragraph_ends_with_a_sentence_after_half_a_minute():
    text, anchors = paragraphs([(0, "One."), (20, "Two."), (35, "three"), (40, "is longer."), (50, "Four.")])
    assert text == "One. Two.\n\nthree is longer. Four."
    assert [(anchor.start, anchor.value) for anchor in anchors] == [
        (0, "0"),
        (5, "20"),
        (11, "35"),
        (17, "40"),
        (28, "50"),
    ]


def test_a_paragraph_without_sentences_ends_after_a_minute():
    text, _ = paragraphs([(0, "one"), (31, "two"), (59, "three"), (61, "four"), (90, " \n")])
    assert text == "one two three\n\nfour"


def test_no_captions_make_no_text():
    assert paragraphs([(0, " ")]) == ("", ())
