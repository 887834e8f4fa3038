"""Captions through the library, from a server on loopback in YouTube's place."""

import json

import pytest

from host.acquire.videos.youtube import YouTubeTranscripts, best_track
from host.core.transcript import Chapter, Segment
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


def player(*tracks, status="OK", reason="", details=None, translations=()):
    answer = {"playabilityStatus": {"status": status, "reason": reason}, "videoDetails": details}
    if tracks:
        languages = [{"languageCode": code, "languageName": {"runs": [{"text": code}]}} for code in translations]
        listed = {"captionTracks": list(tracks), "translationLanguages": languages}
        answer["captions"] = {"playerCaptionsTracklistRenderer": listed}
    return json.dumps(answer)


@pytest.fixture
def youtube(web):
    """YouTube as it answers when all is well; a test changes what it needs."""
    web.pages[f"/watch?v={ID}"] = WATCH
    web.pages["/youtubei/v1/player?key=test-key"] = Answer(player(track("de"), track("en", "asr")))
    web.pages[f"/api/timedtext?v={ID}&lang=de"] = Answer(XML)
    web.pages[f"/api/timedtext?v={ID}&lang=en&kind=asr"] = Answer(XML)
    return web


def read(web, *languages, translate_to=""):
    return YouTubeTranscripts(web.url).transcript(ID, languages, translate_to)


PLAYER = "/youtubei/v1/player?key=test-key"
PAGE = f"/watch?v={ID}"
TEXT = f"/api/timedtext?v={ID}&lang=de"


def test_captions_come_with_what_youtube_says_of_the_video(youtube):
    transcript = read(youtube, "de")
    assert transcript.segments[0] == Segment(0.4, "First we check\nboth ropes.")
    assert transcript.segments[-1] == Segment(65.9, "Then the mast goes up.")
    assert (transcript.video, transcript.title) == (ID, "Raising & lowering the mast")
    assert (transcript.language, transcript.automatic, transcript.label) == ("de", False, "de")
    assert transcript.chapters == ()


def test_the_language_asked_for_wins_although_automatic(youtube):
    transcript = read(youtube, "fr", "en")
    assert (transcript.language, transcript.automatic) == ("en", True)


def test_the_player_knows_the_title_and_the_chapters_of_the_description(youtube):
    details = {"title": "The mast", "shortDescription": "0:00 Ropes\n0:30 Wait\n1:05 Mast"}
    youtube.pages[PLAYER] = Answer(player(track("de"), details=details))
    transcript = read(youtube)
    assert transcript.title == "The mast"
    assert transcript.chapters == (Chapter(0, "Ropes"), Chapter(30, "Wait"), Chapter(65, "Mast"))


def test_the_chapters_of_the_page_come_first_each_once(youtube):
    markers = "".join(marker(*chapter) for chapter in [("0:09", 'The \\"mast\\"'), ("1:05", "The end")])
    youtube.pages[PAGE] = WATCH + markers + markers
    assert read(youtube).chapters == (Chapter(9, 'The "mast"'), Chapter(65, "The end"))


def marker(clock, title):
    """As a watch page writes it."""
    time = f'{{"accessibility":{{"accessibilityData":{{"label":"{clock}"}}}},"simpleText":"{clock}"}}'
    return f'"macroMarkersListItemRenderer":{{"title":{{"simpleText":"{title}"}},"timeDescription":{time}}}'


def test_a_watch_page_without_a_title_gives_none(youtube):
    youtube.pages[f"/watch?v={ID}"] = WATCH.replace("meta", "no")
    assert read(youtube).title == ""


def test_the_title_element_serves_as_well(youtube):
    youtube.pages[f"/watch?v={ID}"] = "<title>A talk - YouTube</title>" + WATCH.replace("meta", "no")
    assert read(youtube).title == "A talk"


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
    (PLAYER, player(status="UNPLAYABLE", reason="Members only"), ErrorCode.VIDEO_UNAVAILABLE, r"Members only\.$"),
    (PLAYER, player(status="UNPLAYABLE", reason="It is private."), ErrorCode.VIDEO_UNAVAILABLE, r"private\.$"),
    (PLAYER, player(status="UNPLAYABLE"), ErrorCode.VIDEO_UNAVAILABLE, "no reason given"),
    (PLAYER, "not JSON", ErrorCode.TRANSCRIPT_BLOCKED, "cannot be read"),
    (PLAYER, player({"languageCode": "de"}), ErrorCode.TRANSCRIPT_BLOCKED, "in an unknown way"),
    (PLAYER, "{}", ErrorCode.TRANSCRIPT_BLOCKED, "in an unknown way"),
    (PLAYER, "[]", ErrorCode.TRANSCRIPT_BLOCKED, "in an unknown way"),
    (TEXT, '<transcript><text start="soon">Up</text></transcript>', ErrorCode.TRANSCRIPT_BLOCKED, "in an unknown way"),
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


def translatable(code, kind=""):
    return track(code, kind) | {"isTranslatable": True}


def test_a_translation_is_read_when_there_are_no_captions_in_that_language(youtube):
    youtube.pages[PLAYER] = Answer(player(track("en", "asr"), translatable("de"), translations=["fr", "pt-BR"]))
    youtube.pages[f"{TEXT}&tlang=fr"] = Answer(XML.replace("Then the", "Puis le"))
    transcript = read(youtube, "en", translate_to="fr")
    assert transcript.segments[-1].text == "Puis le mast goes up."
    assert (transcript.language, transcript.automatic, transcript.translated) == ("fr", True, True)
    assert [(track.language, track.automatic) for track in transcript.tracks] == [("de", False), ("en", True)]
    assert [track.language for track in transcript.translations] == ["fr", "pt-BR"]


def test_captions_in_the_language_are_better_than_a_translation(youtube):
    youtube.pages[PLAYER] = Answer(player(translatable("de"), track("en", "asr"), translations=["en"]))
    transcript = read(youtube, "de", translate_to="en-GB")
    assert (transcript.label, transcript.translated) == ("en", False)


def test_a_translation_that_youtube_does_not_offer_says_what_there_is(youtube):
    with pytest.raises(TranscriptError, match="does not translate the captions of this video into fr") as caught:
        read(youtube, translate_to="fr")
    assert caught.value.next_step == "Ask without a translation: there are captions in de, en."


def test_nobody_listening_is_said_in_words():
    with pytest.raises(TranscriptError, match="cannot be reached") as caught:
        YouTubeTranscripts("http://127.0.0.1:9").transcript(ID, ["en"])
    assert caught.value.code is ErrorCode.UNREACHABLE


class Track:
    def __init__(self, language_code, is_generated=False):
        self.language_code = language_code
        self.is_generated = is_generated


TRACKS = [Track("en", True), Track("pt-BR"), Track("en-GB"), Track("de", True), Track("de")]


def test_any_captions_will_do_when_nobody_knows_what_is_spoken():
    assert best_track([Track("pt-BR"), Track("en")], ["fr"]).language_code == "pt-BR"


@pytest.mark.parametrize(
    ("wanted", "language", "automatic"),
    [
        (["de"], "de", False),
        (["en"], "en", True),
        (["EN-gb"], "en-GB", False),
        (["en-US"], "en-GB", False),
        (["pt"], "pt-BR", False),
        (["fr", "de"], "de", False),
        (["fr"], "en-GB", False),
        ([], "en-GB", False),
    ],
)
def test_languages_are_taken_in_order_and_manual_before_automatic(wanted, language, automatic):
    found = best_track(TRACKS, wanted)
    assert (found.language_code, found.is_generated) == (language, automatic)
