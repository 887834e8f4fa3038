"""The commands about sites; each body only hands over to a story."""

from __future__ import annotations

from typing import Annotated

import typer

from host.serve.cli.index_commands import site_set
from host.serve.cli.options import AsJson, Stop

site = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Index websites.")

_HOURS = {"h": 1, "d": 24}
_LONGEST = 365 * 24


def _hours(text: str) -> int:
    """`24h`, `7d` or a bare number of hours."""
    number, unit = (text[:-1], text[-1]) if text[-1:] in ("h", "d") else (text, "h")
    if not number.isdecimal() or int(number) * _HOURS[unit] > _LONGEST:
        raise typer.BadParameter("give hours or days, such as 24h or 7d, and at most 365d; 0 turns it off")
    return int(number) * _HOURS[unit]


@site.command("plan")
def site_plan(
    context: typer.Context,
    url: Annotated[str, typer.Argument(metavar="URL")],
    prefix: Annotated[
        str | None, typer.Option(metavar="PATH", help="Plan for the pages below it; / for all. Default: by the URL.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a website's pages by section, before any is indexed."""
    from host.serve.cli import sites

    sites.plan(context.obj, url, prefix, as_json=as_json)


@site.command("index")
def site_index(
    context: typer.Context,
    url: Annotated[str, typer.Argument(metavar="URL")],
    prefix: Annotated[str, typer.Option(metavar="PATH", help="Only pages below it, such as /docs.")] = "",
    exclude: Annotated[
        list[str] | None, typer.Option(metavar="PATH", help="A section to leave out; again for more.")
    ] = None,
    max_pages: Annotated[int, typer.Option(min=1, max=50_000, help="Pages at most.")] = 500,
    max_depth: Annotated[int, typer.Option(min=0, max=20, help="Links from the start page.")] = 3,
    stop: Stop = False,
    as_json: AsJson = False,
) -> None:
    """Index a website from its sitemap, or link by link. Again: only what has changed."""
    from host.serve.cli import sites

    limits = (max_pages, max_depth)
    sites.index(context.obj, url, prefix, exclude or (), limits, stop=stop, as_json=as_json)


@site.command("refresh")
def site_refresh(
    context: typer.Context,
    site: Annotated[str, typer.Argument(metavar="HOST")],
    stop: Stop = False,
    as_json: AsJson = False,
) -> None:
    """Read an indexed website again as before: only what has changed."""
    from host.serve.cli import sites

    sites.refresh(context.obj, site, stop=stop, as_json=as_json)


@site.command("schedule")
def site_schedule(
    context: typer.Context,
    site: Annotated[str, typer.Argument(metavar="HOST")],
    every: Annotated[str, typer.Option(metavar="TIME", help="Such as 24h or 7d; 0 turns it off.", parser=_hours)],
    as_json: AsJson = False,
) -> None:
    """Let an indexed website be read again by itself."""
    from host.serve.cli import sites

    sites.schedule(context.obj, site, int(every), as_json=as_json)


site.command("set")(site_set)
