"""The sample's questions, asked of a real engine with the real model: the whole way from a URL or file to an answer."""

import asyncio
import shutil
import tempfile
from pathlib import Path

import pytest

from host.contract import requests
from host.contract.views import UploadRef
from host.paths import user_paths
from host.serve.client import connect
from tests.demo import PROVIDER, VAULT, own_engine
from tests.sample_server import FILES, serve
from tests.test_sample_server import QUESTIONS

pytestmark = pytest.mark.model

MISSES = 1
"""Questions whose answer stands in words that share nothing with them."""


@pytest.fixture(scope="module")
def answers(ready_models):
    """Question -> answer, all from one engine."""
    home = Path(tempfile.mkdtemp(prefix="ambry-"))
    with pytest.MonkeyPatch.context() as environment, serve() as base_url:
        environment.setenv("AMBRY_HOME", str(home))
        environment.setenv("AMBRY_YOUTUBE_URL", base_url)
        environment.setenv("AMBRY_KEPT_MODELS", str(ready_models))
        with own_engine(home):
            yield asyncio.run(ask_all(base_url))
    shutil.rmtree(home, ignore_errors=True)


async def ask_all(base_url):
    async with connect(user_paths()) as client:
        site = await follow(client, requests.IndexSite(id=client.new_id(), url=base_url))
        files = [
            UploadRef(upload=await client.upload(path.name, path.read_bytes()), path=path.name)
            for path in sorted(FILES.iterdir())
        ]
        vault = await follow(client, requests.AddFiles(id=client.new_id(), vault=VAULT, files=tuple(files)))
        collections = {"site": site, "vault": vault}
        return {question["question"]: await ask(client, question, collections, base_url) for question in QUESTIONS}


async def follow(client, request):
    job = (await client.call(request)).job
    report = await client.call(requests.WatchJob(id=client.new_id(), job=job.id))
    assert (report.job.state, report.job.failed) == ("done", 0)
    return job.collection


async def ask(client, question, collections, base_url):
    collection = collections.get(question["scope"]) or await open_view(client, question, base_url)
    return await client.call(
        requests.Ask(id=client.new_id(), collection=collection, question=question["question"], provider=PROVIDER)
    )


async def open_view(client, question, base_url):
    if question["scope"] == "video":
        request = requests.OpenVideo(id=client.new_id(), video=question["target"])
    else:
        request = requests.OpenUrl(id=client.new_id(), url=base_url + question["target"])
    return (await client.call(request)).collection.id


def says(answer, words):
    return words.casefold() in " ".join(answer.answer.split()).casefold()


def test_nearly_every_question_is_answered_with_the_expected_words(answers):
    missed = [
        question["question"]
        for question in QUESTIONS
        if question["expect"] and not says(answers[question["question"]], question["expect"])
    ]
    assert len(missed) <= MISSES, missed


@pytest.mark.parametrize("scope", ["page", "site", "vault", "video"])
def test_each_use_cites_the_document_that_the_answer_stands_in(answers, scope):
    first = next(question for question in QUESTIONS if question["scope"] == scope)
    answer = answers[first["question"]]
    assert says(answer, first["expect"])
    assert any(first["source"] in source.uri for source in answer.sources if source.cited)
    assert all(citation.url.startswith(("http", "ambry:")) for citation in answer.citations)


@pytest.mark.parametrize("question", [question["question"] for question in QUESTIONS if not question["expect"]])
def test_what_nothing_answers_is_not_answered(answers, question):
    assert (answers[question].mode, answers[question].citations) == ("none", ())


def test_hidden_text_of_a_page_is_never_quoted(answers):
    assert not any("ninety-nine" in answer.answer for answer in answers.values())
