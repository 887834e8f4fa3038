"""Options that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON value for programs.")]
SiteOption = Annotated[str, typer.Option("--site", metavar="HOST", help="An indexed site.")]
VaultOption = Annotated[str, typer.Option("--vault", metavar="NAME", help="A vault of your files.")]
Stop = Annotated[bool, typer.Option("--stop", help="On Ctrl-C stop the job instead of leaving it at work.")]
Password = Annotated[bool, typer.Option("--password", help="Ask for the password that opens locked files.")]
Recognise = Annotated[bool, typer.Option("--ocr", help="Recognise the text of pages that are pictures.")]
