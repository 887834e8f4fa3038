"""The commands that decide how things are indexed: models, settings of passages, a new index."""

from __future__ import annotations

from typing import Annotated

import typer

from host.serve.cli.options import AsJson, SiteOption, Stop, VaultOption

models = typer.Typer(rich_markup_mode=None, help="Show the models that work here, or choose others.")

Size = Annotated[int | None, typer.Option("--chunk-size", metavar="N", help="Tokens of a passage at most.")]
Overlap = Annotated[int | None, typer.Option("--overlap", metavar="N", help="Tokens that the next passage repeats.")]
Cap = Annotated[int | None, typer.Option("--cap", metavar="N", help="Passages of one document at most.")]


@models.callback(invoke_without_command=True)
def models_show(context: typer.Context, as_json: AsJson = False) -> None:
    """Show which embedding model runs here, how, and why so; or choose another."""
    from host.serve.cli import models

    if context.invoked_subcommand is None:
        models.show(context.obj, as_json=as_json)


@models.command("use")
def models_use(
    context: typer.Context,
    model: Annotated[str, typer.Argument(metavar="FOLDER|NAME")],
    as_json: AsJson = False,
) -> None:
    """Embed with another model.

    Give a folder in the sentence-transformers layout, or the name of a model that is here.
    """
    from host.serve.cli import models

    models.use(context.obj, model, as_json=as_json)


@models.command("rerank")
def models_rerank(
    context: typer.Context,
    model: Annotated[str, typer.Argument(metavar="FOLDER|off")],
    as_json: AsJson = False,
) -> None:
    """Let a cross-encoder read the best passages again, or no longer."""
    from host.serve.cli import models

    models.rerank(context.obj, model, as_json=as_json)


def site_set(
    context: typer.Context,
    site: Annotated[str, typer.Argument(metavar="HOST")],
    size: Size = None,
    overlap: Overlap = None,
    cap: Cap = None,
    as_json: AsJson = False,
) -> None:
    """Show or set how the pages of a site are cut into passages."""
    from host.serve.cli import indexing

    indexing.set_chunking(context.obj, "site", site, (size, overlap, cap), as_json=as_json)


def vault_set(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME")],
    size: Size = None,
    overlap: Overlap = None,
    cap: Cap = None,
    as_json: AsJson = False,
) -> None:
    """Show or set how the files of a vault are cut into passages."""
    from host.serve.cli import indexing

    indexing.set_chunking(context.obj, "vault", name, (size, overlap, cap), as_json=as_json)


def reindex(
    context: typer.Context,
    site: SiteOption = "",
    vault: VaultOption = "",
    every: Annotated[bool, typer.Option("--all", help="Everything that needs it.")] = False,
    stop: Stop = False,
    as_json: AsJson = False,
) -> None:
    """Index anew what was indexed otherwise than now.

    Needed after a change of the model or of settings. The old index answers until the new one is there.
    """
    from host.serve.cli import indexing

    indexing.reindex(context.obj, {"site": site, "vault": vault}, every=every, stop=stop, as_json=as_json)
