import pytest

from host.contract import requests
from host.errors import ErrorCode, ModelError, NotFoundError
from tests.fakes import HashingEmbedder

PAGE = "# Masts\n\nThe mast is two metres high.\n\n# Sails\n\nThe sail is red, a mast is not, and the mast is grey."


async def test_models_shows_what_there_is_and_what_is_in_use(world):
    shown = await world.ask_for(requests.Models)
    assert [(known.name, known.in_use) for known in shown.known] == [("hashing", True)]
    assert shown.reranker == ""
    assert shown.embedding.floor == 0.1


async def test_a_chosen_model_is_shown_and_used(world):
    world.parts.embedders.here.append(HashingEmbedder(64, name="other"))
    shown = await world.ask_for(requests.UseModel, model="other")
    assert (shown.embedding.model, shown.embedding.dimension) == ("other", 64)
    assert world.seen("progress")
    assert (await world.ask_for(requests.Status)).model == "other"
    with pytest.raises(NotFoundError):
        await world.ask_for(requests.UseModel, model="third")
    assert (await world.ask_for(requests.Status)).model == "other"


async def test_status_is_given_without_a_model_and_says_why(world):
    class None_(type(world.parts.embedders)):
        @property
        def current(self):
            raise ModelError(ErrorCode.MODEL_MISSING, "There is none.", "Get one.")

    world.parts.embedders.__class__ = None_
    status = await world.ask_for(requests.Status)
    assert (status.model, status.problem.message) == ("", "There is none.")


async def test_a_reranker_decides_the_order_and_the_explanation_shows_its_scores(world):
    opened = await world.open_page(PAGE)
    query = {"collection": opened.collection.id, "query": "How high is the mast?", "explain": True}
    before = await world.ask_for(requests.Search, **query)
    assert [reason.reranked for reason in before.explanation.reasons] == [None] * len(before.sources)
    assert (await world.ask_for(requests.UseReranker, model="grey")).reranker == "grey"
    after = await world.ask_for(requests.Search, **query)
    assert "grey" in after.sources[0].text
    assert after.explanation.reasons[0].reranked == 1
    fused = [{reason.fused for reason in found.explanation.reasons} for found in (before, after)]
    assert fused[0] == fused[1]
    assert "rerank" in [step.name for step in after.explanation.steps]
    assert (await world.ask_for(requests.UseReranker, model="")).reranker == ""


async def test_a_reranker_that_fails_leaves_the_order_and_says_so(world):
    opened = await world.open_page(PAGE)
    query = {"collection": opened.collection.id, "query": "How high is the mast?"}
    before = await world.ask_for(requests.Search, **query)
    await world.ask_for(requests.UseReranker, model="broken")
    after = await world.ask_for(requests.Search, **query)
    assert after.sources == before.sources
    assert after.notices == ("The order is that without broken. The reranking model is not whole. Turn it off.",)
    answer = await world.ask_for(requests.Ask, collection=opened.collection.id, question="How high is the mast?")
    assert after.notices[0] in answer.notices
