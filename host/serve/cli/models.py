"""`models`: what embeds and what reranks here, and the choice of others."""

from __future__ import annotations

from pathlib import Path

from host.contract import requests, results
from host.serve.cli.session import Connect, Session, call, open_session
from host.serve.cli.terminal import printable
from host.serve.client import Client

_OFF = "off"


def show(connect: Connect | None, *, as_json: bool) -> None:
    """Show the embedding model, how it is run, and what else there is."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> results.Models:
        return await call(client, requests.Models(id=client.new_id()), results.Models)

    _print(session, session.run(story), as_json=as_json)


def use(connect: Connect | None, model: str, *, as_json: bool) -> None:
    """Choose another embedding model."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> results.Models:
        request = requests.UseModel(id=client.new_id(), model=_folder(model))
        return await call(client, request, results.Models)

    with session.terminal.working("Making the model ready…"):
        found = session.run(story)
    _print(session, found, as_json=as_json)


def rerank(connect: Connect | None, model: str, *, as_json: bool) -> None:
    """Choose a reranking model, or none."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> results.Models:
        request = requests.UseReranker(id=client.new_id(), model="" if model == _OFF else _folder(model))
        return await call(client, request, results.Models)

    with session.terminal.working("Trying the model…"):
        found = session.run(story)
    _print(session, found, as_json=as_json)


def _folder(model: str) -> str:
    """A folder as the engine, which works in another one, finds it; a name stays a name."""
    path = Path(model).expanduser()
    return str(path.resolve()) if path.is_dir() else model


def _print(session: Session, found: results.Models, *, as_json: bool) -> None:
    if as_json:
        session.terminal.json(found.model_dump(mode="json", exclude={"kind"}))
        return
    embedding, say = found.embedding, session.terminal.say
    say(f"{printable(embedding.model)}, revision {embedding.revision}", "bold")
    say(f"{embedding.dimension} dimensions; reads {embedding.max_tokens} tokens of a passage")
    say(f"Run by {embedding.engine} on {embedding.device}, {embedding.precision}")
    say(f"Why: {printable(embedding.why)}")
    say(f"Reranking: {printable(found.reranker) or 'off'}")
    for model in found.known:
        if not model.in_use:
            say(f"Also here: {printable(model.name)}  {printable(model.folder)}", "dim")
