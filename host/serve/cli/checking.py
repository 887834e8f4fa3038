"""`doctor`: what was looked at between a browser and an answer, and the mend for what is wrong."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict

import typer
from rich.text import Text

from host.paths import user_paths
from host.serve.cli.session import EXIT_FAILED
from host.serve.cli.terminal import Terminal, printable
from host.serve.doctor import Finding, diagnose

_MARKS = {"good": ("✓", "green"), "note": ("·", "dim"), "bad": ("✗", "bold red")}


def doctor(*, as_json: bool) -> None:
    """Look, tell, and fail when something has to be mended. Works without an engine."""
    terminal = Terminal(quiet=as_json)
    findings = diagnose(user_paths(), os.environ)
    if as_json:
        terminal.json({"findings": [asdict(finding) for finding in findings]})
    else:
        print_findings(terminal, findings)
    if any(finding.state == "bad" for finding in findings):
        raise typer.Exit(EXIT_FAILED)


def print_findings(terminal: Terminal, findings: Sequence[Finding]) -> None:
    for finding in findings:
        mark, style = _MARKS[finding.state]
        terminal.out.print(
            Text.assemble((f"{mark} ", style), (finding.check, "bold"), printable(f"  {finding.detail}"))
        )
        if finding.mend:
            terminal.say(f"    {finding.mend}")
    wrong = sum(finding.state == "bad" for finding in findings)
    terminal.say(f"{wrong} to mend." if wrong else "All is well.", "bold")
