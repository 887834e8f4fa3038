"""`status`, `provider`, `key`, `delete`: what is there, who answers, and taking things away again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import typer
from rich.table import Table
from rich.text import Text

from host.contract import requests, results
from host.contract.views import ProviderView
from host.errors import AmbryError, ErrorCode
from host.serve.cli.indexing import tell_outdated
from host.serve.cli.scope import find
from host.serve.cli.secret import interactive, read_secret
from host.serve.cli.session import EXIT_FAILED, Connect, call, open_session
from host.serve.cli.terminal import Terminal, counted, printable
from host.serve.client import Client


def status(connect: Connect | None, *, as_json: bool) -> None:
    """Show version, models, providers and collections."""
    session = open_session(connect, as_json=as_json)
    found = session.run(_status)
    if as_json:
        session.terminal.json(found.model_dump(mode="json", exclude={"kind"}))
        return
    session.terminal.say(f"Ambry {found.version}, embedding with {found.model or 'no model'}", "bold")
    if found.problem:
        session.terminal.complain(found.problem.message)
        session.terminal.remark(found.problem.next_step)
    _print_providers(session.terminal, found.providers, found.chosen)
    table = _table("collection", "name", "documents", "passages", "read again")
    for view in found.collections:
        again = f"every {view.refresh_hours} h" if view.refresh_hours else ""
        row = (view.kind, printable(view.key), str(view.documents), str(view.chunks), again)
        table.add_row(*map(Text, row))
    if found.collections:
        session.terminal.table(table)
        for view in found.collections:
            tell_outdated(session.terminal, view)
    else:
        session.terminal.remark("Nothing is indexed yet: ambry site index URL, or ambry vault add NAME PATH...")


def provider(connect: Connect | None, name: str, model: str, *, as_json: bool) -> None:
    """List the providers, after choosing one when there is a name."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> results.Status:
        if name:
            choice = requests.ChooseProvider(id=client.new_id(), provider=name, model=model)
            await call(client, choice, results.Nothing)
        return await _status(client)

    found = session.run(story)
    if as_json:
        session.terminal.json(found.model_dump(mode="json", include={"chosen", "providers"}))
        return
    _print_providers(session.terminal, found.providers, found.chosen)
    for view in found.providers:
        if view.name == name and not view.ready:
            session.terminal.remark(f"{view.label} is chosen and not ready. {view.next_step}")
            session.terminal.remark(f"Until then {found.chosen} answers.")


def key(connect: Connect | None, provider: str, *, remove: bool, as_json: bool) -> None:
    """Ask for the key (or read it from a pipe) and store it."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> None:
        takes_one = any(view.name == provider for view in (await _status(client)).providers if view.place == "cloud")
        # The engine says what is wrong with any other provider, before anybody types a key for it.
        secret = _read_key(provider) if takes_one and not remove else ""
        request = requests.SetKey(id=client.new_id(), provider=provider, key=secret)
        await call(client, request, results.Nothing)

    session.run(story)
    done = "removed" if remove else "stored"
    if as_json:
        session.terminal.json({"provider": provider, "key": done})
    else:
        session.terminal.say(f"The key for {provider} is {done}.")


def delete(connect: Connect | None, targets: Mapping[str, str], *, yes: bool, as_json: bool) -> None:
    """Delete one site or vault, after asking."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> str:
        given = [(kind, target) for kind, target in targets.items() if target]
        if len(given) != 1:
            raise AmbryError(ErrorCode.BAD_REQUEST, "Say what to delete.", "Add --site HOST or --vault NAME.")
        collection = await find(client, *given[0])
        what = f"{collection.kind} {collection.key} ({counted(collection.documents, 'document')})"
        _confirm(what, yes=yes)
        request = requests.DeleteCollection(id=client.new_id(), collection=collection.id)
        await call(client, request, results.Nothing)
        return what

    what = session.run(story)
    if as_json:
        session.terminal.json({"deleted": what})
    else:
        session.terminal.say(f"Deleted: {what}.")


async def _status(client: Client) -> results.Status:
    return await call(client, requests.Status(id=client.new_id()), results.Status)


def _print_providers(terminal: Terminal, providers: Sequence[ProviderView], chosen: str) -> None:
    table = _table("", "provider", "where", "ready", "models", "next step")
    for view in providers:
        row = (
            "●" if view.name == chosen else "",
            view.name,
            "this computer" if view.place == "on_device" else "cloud",
            "yes" if view.ready else "no",
            ", ".join(view.models),
            view.next_step,
        )
        table.add_row(*(Text(printable(cell)) for cell in row))
    terminal.table(table)


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        table.add_column(heading)
    return table


def _read_key(provider: str) -> str:
    secret = read_secret(f"API key for {provider} (not shown): ").strip()
    if not secret:
        next_step = "Type it when asked, or pipe it in. `--remove` forgets a stored key."
        raise AmbryError(ErrorCode.KEY_MISSING, "No key was given.", next_step)
    return secret


def _confirm(what: str, *, yes: bool) -> None:
    if yes:
        return
    if not interactive():
        raise AmbryError(ErrorCode.BAD_REQUEST, f"This would delete {what}.", "Add --yes to do it.")
    if not typer.confirm(f"Delete {what}?", err=True):
        raise typer.Exit(EXIT_FAILED)
