"""A condition that leaves nothing is named, with what there is to choose from."""

import dataclasses

import pytest

from host.contract import requests
from host.core.documents import About, Document
from host.errors import AmbryError, ErrorCode
from host.service.ask import NOTHING_FOUND


@pytest.fixture
async def vault(world, monkeypatch):
    """Notes in German, one in a folder and one with a date."""
    convert = world.parts.converter.convert

    def converted(data: bytes, **known) -> Document:
        day = "2024-05-06" if known["name"] == "mast.md" else ""
        return dataclasses.replace(convert(data, **known), language="de", about=About(published=day))

    monkeypatch.setattr(world.parts.converter, "convert", converted)
    report = await world.add_files("boat", {"mast.md": "The mast is high.", "deck/sail.md": "The sail is white."})
    return report.job.collection


@pytest.mark.parametrize(
    ("narrowed", "message", "next_step"),
    [
        ({"folder": "Deck"}, "There is no document of boat in the folder Deck.", "Choose among: deck."),
        ({"language": "fr"}, "There is no document of boat written in fr.", "Choose among: de."),
        (
            {"since": "2025", "until": "2026"},
            "There is no document of boat dated from 2025 until 2026.",
            "Its documents are dated from 2024-05-06 to 2024-05-06.",
        ),
        (
            {"folder": "deck", "since": "2024"},
            "There is no document of boat that is all of this at once.",
            "Leave one of the conditions out.",
        ),
        ({"document": 99}, "There is no such document.", "It may have been replaced or removed: search again."),
    ],
)
@pytest.mark.parametrize(("kind", "field"), [(requests.Ask, "question"), (requests.Search, "query")])
async def test_what_leaves_nothing_is_named_with_what_there_is(world, vault, kind, field, narrowed, message, next_step):
    with pytest.raises(AmbryError) as caught:
        await world.ask_for(kind, collection=vault, **{field: "How high is the mast?"}, **narrowed)
    error = caught.value
    assert (error.code, error.message, error.next_step) == (ErrorCode.NOT_FOUND, message, next_step)


async def test_a_collection_without_folders_or_dates_says_so(world):
    collection = (await world.open_page("The mast is high.")).collection.id
    for narrowed, advice in (
        ({"folder": "a"}, "None of its documents has a folder"),
        ({"since": "2024"}, "None of its documents gives a date."),
    ):
        with pytest.raises(AmbryError) as caught:
            await world.ask_for(requests.Search, collection=collection, query="mast", **narrowed)
        assert caught.value.next_step.startswith(advice)


async def test_documents_that_do_not_answer_are_no_error(world, vault):
    answer = await world.ask_for(requests.Ask, collection=vault, question="Who invented radar?", folder="deck")
    assert answer.answer == NOTHING_FOUND


async def test_of_many_folders_the_first_are_named(world):
    files = {f"{number:02}/a.md": f"The mast {number} is high." for number in range(12)}
    collection = (await world.add_files("boat", files)).job.collection
    with pytest.raises(AmbryError) as caught:
        await world.ask_for(requests.Search, collection=collection, query="mast", folder="none")
    assert "08, 09 and 2 more." in caught.value.next_step
