"""The commands and their options; each body only hands over to a story."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperGroup

from host.serve.cli.index_commands import models, reindex
from host.serve.cli.options import AsJson, Password, Recognise, SiteOption, VaultOption
from host.serve.cli.site_commands import site
from host.serve.cli.vault_commands import vault

_ORDER = (
    *("ask", "search", "show", "site", "vault", "jobs", "reindex", "delete"),
    *("models", "provider", "key", "extract", "status", "doctor"),
)
"""Of the commands in `--help`: asking, what can be asked about, who answers, the rest."""


class _Ordered(TyperGroup):
    def list_commands(self, ctx: Any) -> list[str]:
        return sorted(super().list_commands(ctx), key=_ORDER.index)


app = typer.Typer(
    cls=_Ordered,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Ask what you read, index and own. Everything but the answer's words happens on this computer.",
)
app.add_typer(site, name="site")
app.add_typer(vault, name="vault")
app.add_typer(models, name="models")
app.command()(reindex)

PageOption = Annotated[str, typer.Option("--page", metavar="URL|FILE", help="One page or file.")]
VideoOption = Annotated[str, typer.Option("--video", metavar="URL", help="A YouTube video, by its transcript.")]
Languages = Annotated[
    list[str] | None,
    typer.Option("--language", metavar="CODE", help="Of the video's captions, such as en; repeat it, best first."),
]
Translate = Annotated[str, typer.Option("--translate", metavar="CODE", help="Have the captions translated into it.")]


def _day(text: str) -> str:
    if text and not re.fullmatch(r"\d{4}(-\d\d(-\d\d)?)?", text):
        raise typer.BadParameter("give a date as 2025-03-31, 2025-03 or 2025")
    try:
        datetime.date.fromisoformat(f"{text or '2025'}-01-01"[:10])
    except ValueError as exc:
        raise typer.BadParameter(f"there is no {text} in the calendar") from exc
    return text


def _tag(text: str) -> str:
    if text and not re.fullmatch(r"[A-Za-z0-9-]{2,35}", text):
        raise typer.BadParameter("give a language by its tag, such as de or pt-BR")
    return text


Folder = Annotated[str, typer.Option("--folder", metavar="PATH", help="Only this folder of the vault.")]
DocumentOption = Annotated[str, typer.Option("--document", metavar="NAME", help="Only this one; see `ambry show`.")]
WrittenIn = Annotated[
    str, typer.Option("--written-in", metavar="CODE", callback=_tag, help="Only documents in this language.")
]
Since = Annotated[str, typer.Option("--since", metavar="DATE", callback=_day, help="Only what is dated from then on.")]
Until = Annotated[str, typer.Option("--until", metavar="DATE", callback=_day, help="Only what is dated until then.")]


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
    password: Password = False,
    ocr: Recognise = False,
    folder: Folder = "",
    document: DocumentOption = "",
    written_in: WrittenIn = "",
    since: Since = "",
    until: Until = "",
    provider: Annotated[str, typer.Option(metavar="NAME", help="Who writes the answer; see `ambry provider`.")] = "",
    as_json: AsJson = False,
) -> None:
    """Answer a question from a page, site, vault or video."""
    from host.serve.cli import asking
    from host.serve.cli.narrowing import Narrowing
    from host.serve.cli.scope import reading

    targets = {"page": page, "site": site, "vault": vault, "video": video}
    how = reading(language, translate, password=password, ocr=ocr)
    narrowing = Narrowing(folder, document, written_in, since, until)
    asking.ask(context.obj, question, targets, how, provider, narrowing, as_json=as_json)


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
    password: Password = False,
    ocr: Recognise = False,
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
    from host.serve.cli.scope import reading

    targets = {"page": page, "site": site, "vault": vault, "video": video}
    how = reading(language, translate, password=password, ocr=ocr)
    wanted = asking.Wanted(query, limit, Narrowing(folder, document, written_in, since, until), mode, explain)
    asking.search(context.obj, wanted, targets, how, as_json=as_json)


@app.command()
def show(
    context: typer.Context,
    document: Annotated[
        str, typer.Argument(metavar="DOCUMENT", show_default=False, help="Its path, address or title.")
    ] = "",
    vault: VaultOption = "",
    site: SiteOption = "",
    as_json: AsJson = False,
) -> None:
    """List the documents of a vault or site, or print one of them."""
    from host.serve.cli import documents

    documents.show(context.obj, {"vault": vault, "site": site}, document, as_json=as_json)


@app.command()
def jobs(
    context: typer.Context,
    job: Annotated[int, typer.Argument(metavar="ID", show_default=False)] = 0,
    stop: Annotated[bool, typer.Option("--stop", help="Stop the job; what it has indexed stays.")] = False,
    pause: Annotated[bool, typer.Option("--pause", help="Stop the job until it is resumed.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Let a paused job go on.")] = False,
    retry: Annotated[bool, typer.Option("--retry", help="Try again what failed, once a job has ended.")] = False,
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Write how each item ended to a CSV file.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the jobs, or follow one to its end and list its items."""
    from host.serve.cli import following

    if not job and (stop or pause or resume or retry or csv):
        raise typer.BadParameter("name the job; `ambry jobs` lists them", param_hint="ID")
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
    files: Annotated[list[Path], typer.Argument(metavar="FILE")],
    password: Password = False,
    ocr: Recognise = False,
    as_json: Annotated[bool, typer.Option("--json", "--jsonl", help="Print one JSON object a line for each.")] = False,
) -> None:
    """Convert files to Markdown and print it. Nothing is stored."""
    from host.serve.cli import extracting

    extracting.extract(context.obj, files, ask_password=password, ocr=ocr, as_json=as_json)


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """Check that browsers find the host and that it answers."""
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
    name: Annotated[str, typer.Argument(metavar="NAME", show_default=False)] = "",
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
