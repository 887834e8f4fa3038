"""`site`: plan, index, refresh and schedule websites."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from host.contract import requests, results
from host.core.scope import site_scope
from host.core.shell import typed
from host.errors import AmbryError, ErrorCode
from host.serve.cli.following import exit_unless_done, follow, show
from host.serve.cli.scope import find
from host.serve.cli.session import Connect, Session, call, open_session
from host.serve.cli.terminal import Terminal, counted, printable
from host.serve.client import Client


def plan(connect: Connect | None, url: str, prefix: str | None, *, as_json: bool) -> None:
    """Show what indexing the site would read."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> results.SitePlan:
        request = requests.PlanSite(id=client.new_id(), url=_address(url), prefix=prefix)
        return await call(client, request, results.SitePlan)

    with session.terminal.working("Looking for the site's pages…"):
        found = session.run(story)
    if as_json:
        session.terminal.json(found.model_dump(mode="json", exclude={"kind"}))
    else:
        _print_plan(session.terminal, found)


def index(
    connect: Connect | None,
    url: str,
    prefix: str,
    exclude: Sequence[str],
    limits: tuple[int, int],
    *,
    stop: bool,
    as_json: bool,
) -> None:
    """Start the job and follow it to its end; `limits` are pages and depth."""
    max_pages, max_depth = limits
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> results.JobReport:
        request = requests.IndexSite(
            id=client.new_id(),
            url=_address(url),
            prefix=prefix,
            exclude=tuple(exclude),
            max_pages=max_pages,
            max_depth=max_depth,
        )
        return await _followed(session, client, request, stop=stop)

    _end(session, session.run(story))


def refresh(connect: Connect | None, site: str, *, stop: bool, as_json: bool) -> None:
    """Read an indexed site again, as it was asked for last, and follow the job to its end."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> results.JobReport:
        collection = await find(client, "site", site)
        request = requests.RefreshSite(id=client.new_id(), collection=collection.id)
        return await _followed(session, client, request, stop=stop)

    _end(session, session.run(story))


def schedule(connect: Connect | None, site: str, hours: int, *, as_json: bool) -> None:
    """Let the engine refresh a site by itself; 0 hours turn it off."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> str:
        collection = await find(client, "site", site)
        request = requests.SiteSchedule(id=client.new_id(), collection=collection.id, hours=hours)
        await call(client, request, results.Nothing)
        return collection.key

    key = session.run(story)
    if as_json:
        session.terminal.json({"site": key, "refresh_hours": hours})
    elif hours:
        every = "hour" if hours == 1 else f"{hours} hours"
        session.terminal.say(f"{key} is read again every {every} while the engine runs, and when it starts.")
    else:
        session.terminal.say(f"{key} is read again only by hand.")


async def _followed(
    session: Session, client: Client, request: requests.IndexSite | requests.RefreshSite, *, stop: bool
) -> results.JobReport:
    started = await call(client, request, results.JobStarted)
    return await follow(session, client, started.job, stop=stop)


def _end(session: Session, report: results.JobReport) -> None:
    show(session, report)
    exit_unless_done(report.job)


def _address(typed: str) -> str:
    """A host or a path on one is enough. Raises AmbryError for what is neither."""
    url = typed if "://" in typed else f"https://{typed}"
    if not site_scope(url).host:
        message = f"{typed} is not the address of a website."
        raise AmbryError(ErrorCode.BAD_REQUEST, message, "Give one such as example.org/docs or https://example.org.")
    return url


def _print_plan(terminal: Terminal, plan: results.SitePlan) -> None:
    place = printable(plan.site + plan.prefix)
    if plan.source == "sitemap":
        rest = f" of {plan.site_pages} on the whole site" if plan.site_pages > plan.pages else ""
        terminal.say(f"{place}: {counted(plan.pages, 'page')}{rest}, named by its sitemaps.", "bold")
    else:
        terminal.say(f"{place}: no sitemap names its pages; they are found link by link.", "bold")
    if plan.sections:
        terminal.table(_sections(plan))
    if plan.needs_browser:
        terminal.remark(
            f"Only your own browser can read about {counted(plan.needs_browser, 'page')} (judged from {plan.probed}): "
            "open the panel on this site while it is indexed."
        )
    for note in plan.notes:
        terminal.remark(printable(note))
    prefix = f" --prefix {typed(printable(plan.prefix))}" if plan.prefix else ""
    terminal.remark(f"Index it: ambry site index {typed(printable(plan.url))}{prefix}")


def _sections(plan: results.SitePlan) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("section")
    table.add_column("pages", justify="right")
    for section in plan.sections:
        table.add_row(Text("  " * section.depth + printable(section.path)), str(section.pages))
    return table
