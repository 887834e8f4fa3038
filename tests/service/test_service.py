import os
import typing

import pytest

from host import __version__
from host.contract import requests
from host.errors import AmbryError, ErrorCode
from tests.fakes import HashingEmbedder, ScriptedProvider

DOOR = {requests.Hello, requests.Ping, requests.Cancel}
"""Answered by the connection itself."""


async def test_every_request_of_the_contract_is_answered(world):
    kinds = set(typing.get_args(typing.get_args(requests.Request)[0]))
    assert set(world.service._methods) == kinds - DOOR


async def test_what_belongs_to_the_connection_is_refused(world):
    with pytest.raises(AmbryError) as caught:
        await world.ask_for(requests.Ping)
    assert caught.value.code is ErrorCode.UNKNOWN_REQUEST


async def test_status_shows_models_providers_and_lasting_collections(world):
    await world.open_page("# A page")
    await world.add_files("papers", {"a.md": "# A"})
    status = await world.ask_for(requests.Status)
    assert (status.version, status.model, status.chosen) == (__version__, "hashing", "extractive")
    assert [collection.key for collection in status.collections] == ["papers"]
    assert [provider.name for provider in status.providers] == ["scripted", "extractive"]


async def test_status_names_the_model_that_the_person_chose(world):
    (provider,) = world.parts.models
    provider.ready = True
    assert (await world.ask_for(requests.Status)).chosen_model == "script"
    await world.ask_for(requests.ChooseProvider, provider="scripted", model="longer script")
    status = await world.ask_for(requests.Status)
    assert (status.chosen, status.chosen_model) == ("scripted", "longer script")


async def test_models_says_how_the_embedding_model_runs(world):
    embedding = (await world.ask_for(requests.Models)).embedding
    assert (embedding.model, embedding.revision, embedding.dimension) == ("hashing", "1", 256)
    assert (embedding.engine, embedding.why) == ("hashing", "it is a fake")


async def test_a_collection_is_found_by_kind_and_key(world):
    await world.add_files("papers", {"a.md": "# A"})
    found = await world.ask_for(requests.FindCollection, kind="vault", key="papers")
    assert found.collection.documents == 1
    assert (await world.ask_for(requests.FindCollection, kind="site", key="papers")).collection is None


async def test_search_gives_numbered_sources_with_places(world):
    report = await world.add_files("papers", {"a.md": "# Mast\n\nThe mast is two metres high."})
    found = await world.ask_for(requests.Search, collection=report.job.collection, query="mast", limit=1)
    source = found.sources[0]
    assert (source.n, source.title, source.uri) == (1, "Mast", "ambry:///papers/a.md")


async def test_a_deleted_collection_is_gone_with_its_text(world):
    report = await world.add_files("papers", {"a.md": "# A"})
    await world.ask_for(requests.DeleteCollection, collection=report.job.collection)
    assert (await world.ask_for(requests.FindCollection, kind="vault", key="papers")).collection is None


async def test_jobs_are_listed_newest_first(world):
    await world.add_files("old", {"a.md": "# A"})
    await world.add_files("new", {"a.md": "# A"})
    assert [job.title for job in (await world.ask_for(requests.ListJobs)).jobs] == ["new", "old"]


async def test_a_job_that_has_ended_can_still_be_cancelled_without_harm(world):
    report = await world.add_files("papers", {"a.md": "# A"})
    await world.ask_for(requests.CancelJob, job=report.job.id)
    assert (await world.ask_for(requests.ListJobs)).jobs[0].state == "done"


async def test_provider_and_key_are_set(world, monkeypatch):
    monkeypatch.setattr(ScriptedProvider, "cloud", True)
    await world.ask_for(requests.ChooseProvider, provider="extractive")
    await world.ask_for(requests.SetKey, provider="scripted", key="secret")
    assert (await world.ask_for(requests.Status)).chosen == "extractive"
    assert world.parts.keys.key("scripted") == "secret"


async def test_starting_clears_abandoned_uploads_but_not_those_of_unfinished_jobs(world, ambry_home):
    abandoned, needed = await world.upload("a.md", "# A"), await world.upload("b.md", "# B")
    for part in (ambry_home / "uploads").glob("*.part"):
        os.utime(part, (0, 0))
    files = [{"upload": needed, "path": "b.md"}]
    job = await world.service._vaults.create_job(requests.AddFiles(id="1", vault="papers", files=files))
    await world.service.start()
    assert not (ambry_home / "uploads" / f"{abandoned}.part").exists()
    assert (await world.ask_for(requests.WatchJob, job=job.id)).job.indexed == 1


async def test_starting_forgets_pages_that_were_looked_at_long_ago(world, monkeypatch):
    await world.open_page("# A page")
    await world.add_files("papers", {"a.md": "# A"})
    monkeypatch.setattr("host.service.service.TEMPORARY_SECONDS", -1.0)
    await world.service.start()
    assert [collection.key for collection in world.parts.library.collections()] == ["papers"]


async def test_a_search_says_why_each_passage_was_found(world):
    await world.add_files("papers", {"notes/a.md": "Masts are high.", "b.md": "Masts sway in the wind."})
    vault = (await world.ask_for(requests.FindCollection, kind="vault", key="papers")).collection.id
    plain = await world.ask_for(requests.Search, collection=vault, query="high masts")
    assert plain.explanation is None
    found = await world.ask_for(requests.Search, collection=vault, query="high masts", explain=True)
    assert [reason.n for reason in found.explanation.reasons] == [source.n for source in found.sources] == [1, 2]
    assert [reason.fused for reason in found.explanation.reasons] == [source.score for source in found.sources]
    assert [reason.keyword_rank for reason in found.explanation.reasons] == [1, 2]
    assert [reason.coverage for reason in found.explanation.reasons] == [1, pytest.approx(0.2, abs=0.2)]
    assert (found.explanation.mode, found.explanation.filters) == ("hybrid", ())
    assert found.explanation.steps[-1].name == "in all"


@pytest.mark.parametrize(("mode", "ranks"), [("hybrid", (1, 1)), ("semantic", (1, None)), ("keyword", (None, 1))])
async def test_a_search_goes_by_meaning_by_words_or_by_both(world, mode, ranks):
    await world.add_files("papers", {"a.md": "Masts are high.", "b.md": "Masts sway in the wind."})
    vault = (await world.ask_for(requests.FindCollection, kind="vault", key="papers")).collection.id
    found = await world.ask_for(requests.Search, collection=vault, query="high masts", mode=mode, explain=True)
    assert "high" in found.sources[0].text
    reason = found.explanation.reasons[0]
    assert (reason.dense_rank, reason.keyword_rank) == ranks
    assert (reason.dense is None) == (mode == "keyword")


async def test_a_search_by_words_asks_no_model(world, monkeypatch):
    await world.add_files("papers", {"a.md": "Masts are high."})
    vault = (await world.ask_for(requests.FindCollection, kind="vault", key="papers")).collection.id
    monkeypatch.setattr(HashingEmbedder, "embed_question", None)
    found = await world.ask_for(requests.Search, collection=vault, query="high masts", mode="keyword")
    assert (len(found.sources), found.notices) == (1, ())


async def test_a_folder_of_a_vault_is_searched_and_asked_alone(world):
    await world.add_files("papers", {"notes/a.md": "Masts are high.", "b.md": "Masts sway in the wind."})
    vault = (await world.ask_for(requests.FindCollection, kind="vault", key="papers")).collection.id
    found = await world.ask_for(requests.Search, collection=vault, query="masts", folder="notes")
    assert [source.uri for source in found.sources] == ["ambry:///papers/notes/a.md"]
    answer = await world.ask_for(requests.Ask, collection=vault, question="How high are masts?", folder="notes")
    assert [source.uri for source in answer.sources] == ["ambry:///papers/notes/a.md"]
    explained = await world.ask_for(requests.Search, collection=vault, query="masts", folder="notes", explain=True)
    assert explained.explanation.filters == ("folder notes",)
