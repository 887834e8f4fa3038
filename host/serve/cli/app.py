"""The commands and their options; each body only hands over to a story."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

import typer

from host.serve.cli.index_commands import models, reindex, site_set, vault_set
from host.serve.cli.options import AsJson, SiteOption, Stop, VaultOption

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Ask what you read, index and own. Everything but the answer's words happens on this machine.",
)
site = typer.Typer(no_args_is_help=True, help="Index websites.")
vault = typer.Typer(no_args_is_help=True, help="Index your own files.")
app.add_typer(site, name="site")
app.add_typer(vault, name="vault")
app.add_typer(models, name="models")
app.command()(reindex)
site.command("set")(site_set)
vault.command("set")(vault_set)

PageOption = Annotated[str, typer.Option("--page", metavar="URL|FILE", help="One page or file.")]
VideoOption = Annotated[str, typer.Option("--video", metavar="URL", help="A YouTube video, by its transcript.")]
Languages = Annotated[
    list[str] | None,
    typer.Option("--language", metavar="CODE", help="Of the video's captions, such as en; repeat it, best first."),
]
Translate = Annotated[str, typer.Option("--translate", metavar="CODE", help="Have the captions translated into it.")]
_HOURS = {"h": 1, "d": 24}
_LONGEST = 365 * 24


def _matching(pattern: str, mend: str) -> Callable[[str], str]:
    def checked(text: str) -> str:
        if text and not re.fullmatch(pattern, text):
            raise typer.BadParameter(mend)
        return text

    return checked


_day = _matching(r"\d{4}(-\d\d(-\d\d)?)?", "give a date as 2025-03-31, 2025-03 or 2025")
_tag = _matching(r"[A-Za-z0-9-]{2,35}", "give a language by its tag, such as de or pt-BR")
Folder = Annotated[str, typer.Option("--folder", metavar="PATH", help="Only this folder of the vault.")]
DocumentOption = Annotated[str, typer.Option("--document", metavar="NAME", help="Only this one; see `ambry show`.")]
WrittenIn = Annotated[
    str, typer.Option("--written-in", metavar="CODE", callback=_tag, help="Only documents in this language.")
]
Since = Annotated[str, typer.Option("--since", metavar="DATE", callback=_day, help="Only what is dated from then on.")]
Until = Annotated[str, typer.Option("--until", metavar="DATE", callback=_day, help="Only what is dated until then.")]
Password = Annotated[bool, typer.Option("--password", help="Ask for the password that opens locked files.")]
Recognise = Annotated[bool, typer.Option("--ocr", help="Recognise the text of pages that are pictures.")]


def _hours(text: str) -> int:
    """`24h`, `7d` or a bare number of hours."""
    number, unit = (text[:-1], text[-1]) if text[-1:] in ("h", "d") else (text, "h")
    if not number.isdecimal() or int(number) * _HOURS[unit] > _LONGEST:
        raise typer.BadParameter("give hours or days, such as 24h or 7d, and at most 365d; 0 turns it off")
    return int(number) * _HOURS[unit]


def _version(wanted: bool) -> None:
    if wanted:
        from host import __version__

        typer.echo(f"ambry {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options that stand before any command."""


@app.command()
def ask(
    context: typer.Context,
    question: Annotated[str, typer.Argument(metavar="QUESTION")],
    page: PageOption = "",
    site: SiteOption = "",
    vault: VaultOption = "",
    video: VideoOption = "",
    language: Languages = None,
    translate: Translate = "",
    folder: Folder = "",
    document: DocumentOption = "",
    written_in: WrittenIn = "",
    since: Since = "",
    until: Until = "",
    provider: Annotated[str, typer.Option(metavar="NAME", help="Who writes the answer; see `ambry provider`.")] = "",
    as_json: AsJson = False,
) -> None:
    """Answer a question from a page, a site, a vault or a video, with sources."""
    from host.serve.cli import asking
    from host.serve.cli.narrowing import Narrowing
    from host.serve.cli.scope import captions

    targets = {"page": page, "site": site, "vault": vault, "video": video}
    narrowing = Narrowing(folder, document, written_in, since, until)
    asking.ask(context.obj, question, targets, captions(language, translate), provider, narrowing, as_json=as_json)


@app.command()
def search(
    context: typer.Context,
    query: Annotated[str, typer.Argument(metavar="QUERY")],
    page: PageOption = "",
    site: SiteOption = "",
    vault: VaultOption = "",
    video: VideoOption = "",
    language: Languages = None,
    translate: Translate = "",
    folder: Folder = "",
    document: DocumentOption = "",
    written_in: WrittenIn = "",
    since: Since = "",
    until: Until = "",
    limit: Annotated[int, typer.Option(min=1, max=100, help="Passages at most.")] = 10,
    mode: Annotated[
        Literal["hybrid", "semantic", "keyword"], typer.Option(help="By meaning, by words, or by both.")
    ] = "hybrid",
    explain: Annotated[
        bool, typer.Option("--explain", help="Show why each was found, and the time of each step.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Find passages, best first."""
    from host.serve.cli import asking
    from host.serve.cli.narrowing import Narrowing
    from host.serve.cli.scope import captions

    targets = {"page": page, "site": site, "vault": vault, "video": video}
    wanted = asking.Wanted(query, limit, Narrowing(folder, document, written_in, since, until), mode, explain)
    asking.search(context.obj, wanted, targets, captions(language, translate), as_json=as_json)


@site.command("plan")
def site_plan(
    context: typer.Context,
    url: Annotated[str, typer.Argument(metavar="URL")],
    prefix: Annotated[
        str | None, typer.Option(metavar="PATH", help="Plan for the pages below it; / for all. Default: by the URL.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show how many pages in which sections a website has, before any is indexed."""
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


@vault.command("add")
def vault_add(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME")],
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH|URL...", help="Files, folders with all that is in them, web pages, YouTube videos."
        ),
    ],
    password: Password = False,
    ocr: Recognise = False,
    stop: Stop = False,
    as_json: AsJson = False,
) -> None:
    """Add files, folders, pages and videos to a vault."""
    from host.serve.cli import keeping

    how = keeping.How(ask_password=password, ocr=ocr, stop=stop)
    keeping.add(context.obj, name, sources, how, as_json=as_json)


@vault.command("watch")
def vault_watch(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME")],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER")],
    exclude: Annotated[
        list[str] | None, typer.Option(metavar="GLOB", help="Leave out, as in .gitignore: drafts/; again for more.")
    ] = None,
    password: Password = False,
    ocr: Recognise = False,
    stop: Stop = False,
    as_json: AsJson = False,
) -> None:
    """Keep a vault the same as a folder and all below it. Again: read what failed, with these exclusions."""
    from host.serve.cli import folders, keeping

    how = keeping.How(ask_password=password, ocr=ocr, stop=stop)
    folders.watch(context.obj, name, folder, exclude or (), how, as_json=as_json)


@vault.command("unwatch")
def vault_unwatch(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME")],
    folder: Annotated[Path | None, typer.Argument(metavar="[FOLDER]", show_default=False)] = None,
    keep: Annotated[bool, typer.Option("--keep", help="Leave its documents in the vault.")] = False,
    as_json: AsJson = False,
) -> None:
    """Stop watching a folder; its documents leave the vault, its files are not touched."""
    from host.serve.cli import folders

    folders.unwatch(context.obj, name, folder, keep=keep, as_json=as_json)


@vault.command("list")
def vault_list(context: typer.Context, as_json: AsJson = False) -> None:
    """List the vaults and the folders that they watch."""
    from host.serve.cli import folders

    folders.list_vaults(context.obj, as_json=as_json)


@vault.command("remove")
def vault_remove(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME")],
    document: Annotated[str, typer.Argument(metavar="DOCUMENT", help="Its path in the vault, address or title.")],
    as_json: AsJson = False,
) -> None:
    """Take a document out of a vault. Your own file stays as it is."""
    from host.serve.cli import documents

    documents.remove(context.obj, name, document, as_json=as_json)


@app.command()
def show(
    context: typer.Context,
    document: Annotated[
        str, typer.Argument(metavar="[DOCUMENT]", show_default=False, help="Its path, address or title.")
    ] = "",
    vault: VaultOption = "",
    site: SiteOption = "",
    as_json: AsJson = False,
) -> None:
    """List the documents of a vault or site; with a DOCUMENT print its text as Ambry has read it."""
    from host.serve.cli import documents

    documents.show(context.obj, {"vault": vault, "site": site}, document, as_json=as_json)


@app.command()
def jobs(
    context: typer.Context,
    job: Annotated[int, typer.Argument(metavar="[ID]", show_default=False)] = 0,
    stop: Annotated[bool, typer.Option("--stop", help="Stop the job; what it has indexed stays.")] = False,
    pause: Annotated[bool, typer.Option("--pause", help="Stop the job until it is resumed.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Let a paused job go on.")] = False,
    retry: Annotated[bool, typer.Option("--retry", help="Try again what failed, once a job has ended.")] = False,
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Write how each item ended to a CSV file.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the jobs; with an ID follow one to its end and list its items."""
    from host.serve.cli import following

    if stop:
        following.stop_job(context.obj, job, as_json=as_json)
    elif pause:
        following.pause_job(context.obj, job, as_json=as_json)
    elif resume:
        following.resume_job(context.obj, job, as_json=as_json)
    elif retry:
        following.retry_job(context.obj, job, as_json=as_json)
    elif csv:
        following.write_account(context.obj, job, csv, as_json=as_json)
    elif job:
        following.show_job(context.obj, job, as_json=as_json)
    else:
        following.list_jobs(context.obj, as_json=as_json)


@app.command()
def extract(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...")],
    ocr: Recognise = False,
    as_json: Annotated[bool, typer.Option("--json", "--jsonl", help="Print one JSON object a line for each.")] = False,
) -> None:
    """Convert files to Markdown and print it. Nothing is stored."""
    from host.serve.cli import extracting

    extracting.extract(context.obj, files, ocr=ocr, as_json=as_json)


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """Check that browsers find the host and that it answers; say what to mend."""
    from host.serve.cli import checking

    checking.doctor(as_json=as_json)


@app.command()
def status(context: typer.Context, as_json: AsJson = False) -> None:
    """Show the model, the providers and what is indexed."""
    from host.serve.cli import settings

    settings.status(context.obj, as_json=as_json)


@app.command()
def provider(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="[NAME]", show_default=False)] = "",
    model: Annotated[str, typer.Option(metavar="M", help="One of its models.")] = "",
    as_json: AsJson = False,
) -> None:
    """List who can write answers; with a NAME choose that one."""
    from host.serve.cli import settings

    settings.provider(context.obj, name, model, as_json=as_json)


@app.command()
def key(
    context: typer.Context,
    provider: Annotated[str, typer.Argument(metavar="PROVIDER")],
    remove: Annotated[bool, typer.Option("--remove", help="Forget the key.")] = False,
    as_json: AsJson = False,
) -> None:
    """Store a provider's API key in the keyring. It is asked for, never shown."""
    from host.serve.cli import settings

    settings.key(context.obj, provider, remove=remove, as_json=as_json)


@app.command()
def delete(
    context: typer.Context,
    site: SiteOption = "",
    vault: VaultOption = "",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete a site's or vault's index: text, vectors and keywords."""
    from host.serve.cli import settings

    settings.delete(context.obj, {"site": site, "vault": vault}, yes=yes, as_json=as_json)
