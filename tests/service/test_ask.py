import dataclasses

import pytest

from host.contract import requests
from host.core.answers import Piece
from host.errors import AmbryError, ErrorCode, ProviderError
from host.service.ask import LONGEST_QUESTION, NOTHING_FOUND
from host.service.service import Service
from tests.fakes import ScriptedProvider

PAGE = """# Weather station

## Rain gauge

The rain gauge is calibrated with 200 ml of water.

## Mast

The mast is two metres high.
"""
QUESTION = "How is the rain gauge calibrated?"


def with_model(world, *pieces, **options):
    """Give the world a model that says `pieces`; the model."""
    model = ScriptedProvider(*pieces, **options)
    world.parts = dataclasses.replace(world.parts, models=(model,))
    world.service = Service(world.parts)
    return model


async def ask(world, question=QUESTION, **fields):
    opened = await world.open_page(PAGE)
    return await world.ask_for(requests.Ask, collection=opened.collection.id, question=question, **fields)


async def test_a_ready_model_answers_with_checked_citations(world):
    with_model(world, "With 200 ml ", "of water [", "1]. And gold [7].")
    answer = await ask(world)
    assert answer.answer == "With 200 ml of water [1]. And gold."
    assert (answer.provider, answer.writer) == ("scripted", "Scripted")
    assert answer.notices == ("The answer cited sources that do not exist; those citations were removed.",)
    assert [citation.n for citation in answer.citations] == [1]
    assert "".join(event.text for event in world.seen("delta")) == answer.answer


async def test_sources_come_before_the_first_word_and_cited_ones_are_marked_at_the_end(world):
    with_model(world, "Two metres [2].")
    answer = await ask(world, "How high is the mast?")
    kinds = [event.type for event in world.events]
    assert kinds.index("sources") < kinds.index("delta")
    assert {source.n for source in answer.sources if source.cited} == {2}


async def test_a_short_page_is_read_whole_by_a_model(world):
    model = with_model(world, "Yes [1].")
    answer = await ask(world)
    assert answer.mode == "document"
    assert model.prompts[0].whole_document
    assert "mast" in "".join(passage.chunk.text for passage in model.prompts[0].passages)


async def test_a_page_too_long_for_the_model_is_read_by_passages(world):
    model = with_model(world, "Yes [1].")
    model.budget = 80
    answer = await ask(world)
    assert answer.mode == "passages"
    assert "200 ml" in model.prompts[0].passages[0].chunk.text


async def test_thinking_is_kept_apart(world):
    with_model(world, Piece("Let me see. ", "thinking"), "Yes [1].")
    answer = await ask(world)
    assert answer.answer == "Yes [1]."
    assert [event.text for event in world.seen("thinking")] == ["Let me see. "]


async def test_without_a_model_the_sources_own_words_answer_and_the_person_is_told(world):
    answer = await ask(world)
    assert (answer.provider, answer.mode) == ("extractive", "passages")
    assert answer.answer.startswith("> ")
    assert answer.notices[0].startswith("No language model is connected")
    assert "Write a script." in answer.notices[0]


async def test_a_model_that_fails_before_its_first_word_is_replaced(world):
    with_model(world, ProviderError(ErrorCode.PROVIDER_UNREACHABLE, "Ollama stopped.", "Start it."))
    answer = await ask(world)
    assert (answer.provider, answer.writer) == ("extractive", "Quotes")
    assert answer.notices == ("Ollama stopped. Start it.",)


async def test_a_model_that_fails_in_the_middle_is_an_error(world):
    with_model(world, "With 200", ProviderError(ErrorCode.PROVIDER_UNREACHABLE, "Ollama stopped.", "Start it."))
    with pytest.raises(ProviderError):
        await ask(world)
    assert [event.text for event in world.seen("delta")] == ["With 200"]


async def test_a_question_that_nothing_answers_is_not_answered(world):
    answer = await ask(world, "Zebra xylophone quantum?")
    assert (answer.answer, answer.mode, answer.sources) == (NOTHING_FOUND, "none", ())


@pytest.mark.parametrize("question", ["What is this about?", "Summarize this page"])
async def test_a_broad_question_gets_the_whole_page_even_without_a_model(world, question):
    answer = await ask(world, question)
    assert answer.mode == "document"
    assert "Weather station" in answer.answer


async def test_a_broad_question_about_a_long_page_gets_the_start_of_each_section(world):
    sections = "".join(
        f"## Part {n}\n\nIntroduces topic {n}.\n\n" + "filler words here " * 200 + "\n\n" for n in range(12)
    )
    opened = await world.open_page(f"# Long\n\n{sections}", url="https://example.org/long")
    answer = await world.ask_for(requests.Ask, collection=opened.collection.id, question="Summarize this page")
    assert answer.mode == "passages"
    assert len(answer.sources) > 1
    headings = [source.headings for source in answer.sources]
    assert len(set(headings)) == len(headings)


async def test_a_follow_up_is_looked_up_with_the_question_before(world):
    history = [{"role": "user", "text": QUESTION}, {"role": "assistant", "text": "With water."}]
    answer = await ask(world, "And how much?", history=history)
    assert "200 ml" in answer.sources[0].text


async def test_a_sign_after_a_question_is_looked_up_with_it(world):
    assert "200 ml" in (await ask(world, "??", history=[{"role": "user", "text": QUESTION}])).sources[0].text


@pytest.mark.parametrize(
    ("question", "match"),
    [(" \n", "empty"), ("🦆?", "no word"), ("x" * (LONGEST_QUESTION + 1), "at most 10,000")],
    ids=["empty", "signs", "long"],
)
async def test_a_question_that_is_none_is_refused(world, question, match):
    with pytest.raises(AmbryError, match=match) as caught:
        await ask(world, question)
    assert caught.value.code is ErrorCode.BAD_REQUEST


async def test_a_collection_without_text_says_so(world):
    report = await world.add_files("papers", {"bad.md": "BROKEN"})
    with pytest.raises(AmbryError) as caught:
        await world.ask_for(requests.Ask, collection=report.job.collection, question=QUESTION)
    assert caught.value.code is ErrorCode.EMPTY_COLLECTION


async def test_a_collection_that_is_gone_says_so(world):
    with pytest.raises(AmbryError) as caught:
        await world.ask_for(requests.Ask, collection=99, question=QUESTION)
    assert caught.value.code is ErrorCode.NOT_FOUND


async def test_a_person_who_stops_the_answer_stops_the_model(world):
    closed = []

    class Endless(ScriptedProvider):
        async def answer(self, prompt, model):
            try:
                while True:
                    yield Piece("more ")
            finally:
                closed.append(True)

    world.parts = dataclasses.replace(world.parts, models=(Endless(),))
    world.service = Service(world.parts)
    opened = await world.open_page(PAGE)

    async def emit(event):
        if event.type == "delta":
            raise ConnectionResetError

    request = requests.Ask(id="1", collection=opened.collection.id, question=QUESTION)
    with pytest.raises(ConnectionResetError):
        await world.service.handle(request, emit)
    assert closed == [True]


async def test_a_collection_whose_model_is_gone_is_searched_by_words_and_says_so(world):
    opened = await world.open_page(PAGE)
    world.parts.embedders.here.clear()
    answer = await world.ask_for(requests.Ask, collection=opened.collection.id, question=QUESTION)
    assert answer.sources
    assert "hashing, which is not on this computer any more" in answer.notices[1]
    found = await world.ask_for(requests.Search, collection=opened.collection.id, query=QUESTION, explain=True)
    assert found.notices == answer.notices[1:]
    assert all(reason.dense is None and reason.keyword for reason in found.explanation.reasons)
    nothing = await world.ask_for(requests.Ask, collection=opened.collection.id, question="Quantum chromodynamics?")
    assert nothing.mode == "none"


async def test_what_is_asked_for_by_its_exact_name_is_found_whatever_the_model_thinks(world):
    world.parts.embedders.current.model = dataclasses.replace(world.parts.embedders.current.model, floor=2.0)
    opened = await world.open_page("# Codes\n\n| E06 | wet |\n\n# More\n\n| E07 | The bucket is stuck |\n")
    answer = await world.ask_for(requests.Ask, collection=opened.collection.id, question="And E07?")
    assert "stuck" in answer.sources[0].text
    nothing = await world.ask_for(requests.Ask, collection=opened.collection.id, question="And E08?")
    assert nothing.mode == "none"
