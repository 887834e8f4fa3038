"""The language of a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.acquire.documents import Documents
from host.acquire.language import language_tag, spoken

ENGLISH = "The keeper of the lamp climbed the stairs and trimmed the wick, for the oil was of no use without it. "
GERMAN = "Der Wärter stieg die Treppe zu der Lampe hinauf, und das Öl war nicht von Nutzen, wenn er den Docht vergaß. "
TEXTS = {
    "en": ENGLISH,
    "de": GERMAN,
    "fr": "Le gardien de la lampe est monté dans la tour avec une lanterne pour les marins qui sont sur la mer. ",
    "es": "El guardián de la lámpara subió a la torre con una linterna para los marineros que están en el mar. ",
    "it": "Il guardiano della lampada sale nella torre con una lanterna per i marinai che sono in mare e non. ",
    "nl": "De wachter van de lamp ging met een lantaarn naar de toren voor het schip dat op zee is. ",
    "ru": "Смотритель не был на башне, но он как и все моряки знал, что это из за ветра и от моря. И на море тихо. ",
    "pl": "Strażnik nie był w wieży, ale się bał, że to na morzu jest wiatr i o nim do nas mówi z brzegu, jak od lat. ",
    "ja": "灯台守は四時間ごとに階段を上り、ランプの芯を整えた。",
    "zh": "灯塔看守人每四个小时爬上楼梯修剪灯芯。",
    "ko": "등대지기는 네 시간마다 계단을 올라 심지를 다듬었다.",
    "ar": "صعد حارس المنارة الدرج كل أربع ساعات ليقص الفتيل.",
    "el": "Ο φαροφύλακας ανέβαινε τις σκάλες κάθε τέσσερις ώρες.",  # noqa: RUF001
}


@pytest.mark.parametrize(("tag", "text"), TEXTS.items(), ids=TEXTS)
def test_a_text_that_declares_nothing_says_it_by_its_words_or_letters(tag, text):
    assert spoken(text * 3, "") == tag


@pytest.mark.parametrize(
    "text", ["", "Oil", "Lorem ipsum dolor sit amet " * 20, f"```\n{ENGLISH * 9}\n```", "7 8 9 " * 50]
)
def test_a_text_that_does_not_say_is_of_none(text):
    assert spoken(text, "") == ""


def test_what_is_declared_counts():
    assert spoken(ENGLISH * 20, "de-AT") == "de-AT"
    assert spoken(ENGLISH, "en-GB") == "en-GB"


def test_a_template_that_says_english_is_not_believed_against_many_words():
    assert spoken(GERMAN * 20, "en-US") == "de"
    assert spoken(GERMAN, "en-US") == "en-US"
    assert spoken(TEXTS["ja"], "en") == "ja"


def test_the_middle_of_a_long_text_counts():
    assert spoken(ENGLISH * 10 + GERMAN * 400 + ENGLISH * 10, "") == "de"


def test_every_file_is_told_by_its_words():
    assert Documents().convert((GERMAN * 3).encode(), uri="file:///a.txt").language == "de"


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("en_US.UTF-8", "en-US"),
        ("zh-hans-cn", "zh-Hans-CN"),
        ("DE", "de"),
        ("es-419", "es-419"),
        ("x-default", ""),
        ("german", ""),
    ],
)
def test_tags_have_one_spelling(text, tag):
    assert language_tag(text) == tag


@given(st.text())
def test_any_text_has_a_language_or_none(text):
    assert isinstance(spoken(text, ""), str)
