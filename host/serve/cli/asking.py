"""`ask` and `search`: from a question to a streamed answer, or to the passages themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from host.contract import events, requests, results
from host.serve.cli.answers import AnswerView, print_passages, print_times, source_json
from host.serve.cli.narrowing import Narrowing
from host.serve.cli.scope import Reading, open_scope
from host.serve.cli.session import Connect, call, open_session
from host.serve.client import Client


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to search for."""

    query: str
    limit: int
    narrowing: Narrowing
    mode: Literal["hybrid", "semantic", "keyword"]
    explain: bool


def ask(
    connect: Connect | None,
    question: str,
    targets: Mapping[str, str],
    reading: Reading,
    provider: str,
    narrowing: Narrowing,
    *,
    as_json: bool,
) -> results.Answer:
    """Stream the answer with its sources; return it for who calls this as a function."""
    session = open_session(connect, as_json=as_json)
    view = AnswerView(session.terminal, quiet=as_json)

    async def story(client: Client) -> results.Answer:
        with view:
            scope = await open_scope(client, targets, reading, view.stage)
            for notice in scope.notices:
                view.notice(notice)
            view.stage("Searching")
            request = requests.Ask(
                id=client.new_id(), collection=scope.collection, question=question, provider=provider
            )
            answer = await _follow(client, await narrowing.applied(client, request), view)
            return answer.model_copy(update={"notices": (*scope.notices, *answer.notices)})

    answer = session.run(story)
    if as_json:
        session.terminal.json(_answer_json(answer))
    else:
        view.finish(answer)
    return answer


def search(
    connect: Connect | None, wanted: Wanted, targets: Mapping[str, str], reading: Reading, *, as_json: bool
) -> None:
    """Print the best passages."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> results.Found:
        scope = await open_scope(client, targets, reading, session.terminal.remark)
        request = requests.Search(
            id=client.new_id(),
            collection=scope.collection,
            query=wanted.query,
            limit=wanted.limit,
            mode=wanted.mode,
            explain=wanted.explain,
        )
        return await call(client, await wanted.narrowing.applied(client, request), results.Found)

    found = session.run(story)
    if as_json:
        session.terminal.json(_found_json(wanted.query, found))
        return
    for notice in found.notices:
        session.terminal.remark(notice)
    if found.sources:
        print_passages(session.terminal, found.sources, found.explanation)
    else:
        session.terminal.remark("Nothing was found.")
    if found.explanation:
        print_times(session.terminal, found.explanation)


async def _follow(client: Client, request: requests.Ask, view: AnswerView) -> results.Answer:
    async for event in client.stream(request):
        if isinstance(event, events.Done) and isinstance(event.result, results.Answer):
            return event.result
        view.show(event)
    raise TypeError("ask ended without an answer")


def _found_json(query: str, found: results.Found) -> dict[str, object]:
    printed: dict[str, object] = {"query": query, "sources": [source_json(source) for source in found.sources]}
    if found.notices:
        printed["notices"] = list(found.notices)
    if found.explanation:
        printed["explanation"] = found.explanation.model_dump(mode="json")
    return printed


def _answer_json(answer: results.Answer) -> dict[str, object]:
    return {
        "answer": answer.answer,
        "mode": answer.mode,
        "provider": answer.provider,
        "sources": [source_json(source) for source in answer.sources],
        "notices": list(answer.notices),
    }
