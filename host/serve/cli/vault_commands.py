"""The commands about vaults; each body only hands over to a story."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from host.serve.cli.index_commands import vault_set
from host.serve.cli.options import AsJson, Password, Recognise, Stop

vault = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Index your own files.")


@vault.command("add")
def vault_add(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME")],
    sources: Annotated[
        list[str],
        typer.Argument(metavar="PATH|URL", help="Files, folders with all that is in them, web pages, YouTube videos."),
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
    folder: Annotated[Path | None, typer.Argument(metavar="FOLDER", show_default=False)] = None,
    keep: Annotated[bool, typer.Option("--keep", help="Leave its documents in the vault.")] = False,
    as_json: AsJson = False,
) -> None:
    """Stop watching a folder. Its documents leave the vault, its files are not touched."""
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


vault.command("set")(vault_set)
