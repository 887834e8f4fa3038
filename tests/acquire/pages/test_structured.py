"""JSON-LD as it is found in the wild."""

import pytest

from host.acquire.pages.page import parse_page
from host.acquire.pages.structured import declared_things, named_things, text_of, types_of


def things(*scripts: str):
    tags = "".join(f'<script type="application/ld+json">{script}</script>' for script in scripts)
    return declared_things(parse_page(f"<html><body>{tags}</body></html>"))


@pytest.mark.parametrize(
    "script",
    [
        '{"@type": "Article", "headline": "Lamps"}',
        '[{"@type": "Article", "headline": "Lamps"}]',
        '{"@context": "https://schema.org", "@graph": [{"@type": "Article", "headline": "Lamps"}]}',
        '<!-- {"@type": "Article", "headline": "Lamps"} -->',
        '//<![CDATA[\n{"@type": "Article", "headline": "Lamps"}\n//]]>',
        '{"@type": "Article", "headline": "Lamps",}',
        '{"@type": "Article", "headline": "Lamps"};',
        '{&quot;@type&quot;: &quot;Article&quot;, &quot;headline&quot;: &quot;Lamps&quot;}',
        '{"@type": "Article", "note": "line\nbreak", "headline": "Lamps"}',
        '{"@type": "Article", "note": "a "quoted" word", "headline": "Lamps"}',
    ],
    ids=["plain", "list", "graph", "comment", "cdata", "comma", "semicolon", "entities", "control", "broken"],
)  # fmt: skip
def test_a_thing_is_read_however_it_is_wrapped(script):
    assert [(types_of(thing), thing["headline"]) for thing in things(script) if "headline" in thing] == [
        ({"article"}, "Lamps")
    ]


def test_several_values_in_one_script_are_all_read():
    assert [thing["name"] for thing in things('{"name": "a"}\n{"name": "b"}', '[{"name": "c"}]')] == ["a", "b", "c"]


def test_of_a_script_beyond_repair_the_plain_texts_are_kept():
    (thing,) = things('{"datePublished": "2024-05-06", "author": {"@type": "Person", "name": "Ann Lee"}, oops: ')
    assert (thing["datePublished"], thing["author"]) == ("2024-05-06", "Ann Lee")


@pytest.mark.parametrize("script", ["", "null", "7", '"x"', "[" * 100_000, "{" * 5_000])
def test_what_is_no_thing_is_none(script):
    assert not any(things(script))


def test_types_lose_the_address_of_their_vocabulary():
    assert types_of({"@type": ["http://schema.org/NewsArticle", "schema:Report"]}) == {"newsarticle", "report"}
    assert types_of({}) == set()


def test_a_text_may_be_hidden_in_a_list_or_a_thing():
    assert text_of([{"url": "x"}, {"name": " Lamp  House "}]) == "Lamp House"
    assert text_of({"@value": "Oil &amp; wick"}) == "Oil & wick"
    assert text_of(7) == "7"
    assert text_of(None) == ""


def test_a_thing_is_found_by_its_id_where_it_is_described():
    described = {"@id": "#ann", "name": "Ann Lee"}
    assert named_things([{"author": {"@id": "#ann"}}, {"hasPart": [described]}]) == {"#ann": described}


def test_things_in_things_without_end_are_looked_at_so_far():
    deep: dict[str, object] = {"@id": "#deep", "name": "x"}
    for _ in range(100):
        deep = {"part": deep}
    assert named_things([deep]) == {}
