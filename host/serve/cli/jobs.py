"""How jobs look: a bar while one is at work, then the account of its items, and the list of all."""

from __future__ import annotations

import time
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from host.contract.results import JobReport
from host.contract.views import JobItemView, JobView
from host.serve.cli.lacking import lacking
from host.serve.cli.terminal import Terminal, printable

_LISTED = 20
"""Items with a reason that a report lists before it refers to `ambry jobs ID`."""

_LONGEST_STAGE = 48

_WORK = {
    "index_site": "site",
    "add_files": "vault",
    "read_folder": "folder",
    "read_file": "file of",
    "reindex": "new index of",
}


class _Bar:
    """A progress bar on stderr; when that is piped nothing is drawn."""

    def __init__(self, terminal: Terminal, stage: str, total: int) -> None:
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=terminal.err,
            disable=not terminal.err.is_terminal,
            transient=True,
        )
        self._task = self._progress.add_task(_short(stage), total=total or None)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._progress.stop()

    def _update(self, stage: str, completed: int, total: int) -> None:
        self._progress.update(self._task, description=_short(stage), completed=completed, total=total or None)


class JobBar(_Bar):
    """A job at work."""

    def __init__(self, terminal: Terminal, job: JobView) -> None:
        super().__init__(terminal, job.title, job.total)
        if not terminal.err.is_terminal:
            terminal.remark(f"Job {job.id}: {job.title}")

    def show(self, job: JobView) -> None:
        self._update(job.stage or job.state, _ended(job), job.total)


class UploadBar(_Bar):
    """Files on their way to the engine."""

    def __init__(self, terminal: Terminal, total: int) -> None:
        super().__init__(terminal, "Handing over", total)
        self._total = total
        self._sent = 0

    def step(self, name: str) -> None:
        self._sent += 1
        self._update(f"Handing over {name}", self._sent, self._total)


def print_report(terminal: Terminal, report: JobReport, *, every_item: bool) -> None:
    """The account: counts, then the items that a person should know about (or all of them)."""
    job = report.job
    counts = {
        state: sum(item.state == state for item in report.items)
        for state in ("indexed", "unchanged", "skipped", "failed")
    }
    account = ", ".join(f"{count} {state}" for state, count in counts.items())
    terminal.say(f"{job.title}: {account}.", "bold")
    notable = [item for item in report.items if (item.reason and item.state != "unchanged") or item.state == "failed"]
    items = report.items if every_item else notable
    for item in items if every_item else items[:_LISTED]:
        print_item(terminal, item)
    if not every_item and len(items) > _LISTED:
        terminal.remark(f"... and {len(items) - _LISTED} more: ambry jobs {job.id}")
    _print_ways_on(terminal, report)
    if job.state == "paused":
        terminal.remark(f"The job is paused. `ambry jobs {job.id} --resume` lets it go on.")
    if job.state == "cancelled":
        kept = "the old index stays" if job.kind == "reindex" else "what it had indexed stays"
        terminal.remark(f"The job was stopped; {kept}.")
    if job.error is not None:
        terminal.complain(job.error.message)
        terminal.remark(job.error.next_step)


def _print_ways_on(terminal: Terminal, report: JobReport) -> None:
    """What the person can do about what failed."""
    if report.job.kind == "add_files":
        print_add_again(terminal, report.items)
    again = sum(item.again for item in report.items)
    walled = sum(item.code == "needs_browser" for item in report.items)
    if walled:
        terminal.remark(
            f"Only your own browser can read {walled} of them: open the panel on this site and let it open them."
        )
    if again and report.job.state in ("done", "cancelled", "failed"):
        terminal.remark(f"Another try may end better for {again} of them: ambry jobs {report.job.id} --retry")


def print_jobs(terminal: Terminal, jobs: Sequence[JobView]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("id", "job", "state", "done", "changed"):
        table.add_column(heading, no_wrap=True)
    for job in jobs:
        done = f"{_ended(job)} of {job.total}" if job.total else str(_ended(job))
        what = f"{_WORK[job.kind]} {printable(job.title)}"
        changed = time.strftime("%Y-%m-%d %H:%M", time.localtime(job.updated))
        table.add_row(str(job.id), Text(what), job.state, done, changed)
    terminal.table(table)


def print_add_again(terminal: Terminal, items: Sequence[JobItemView]) -> None:
    """Which of the files that were to be added wait for a word of the person, and how to give it."""
    for told, option in lacking(items):
        terminal.remark(f"{told} Add again with {option}.")


def print_item(terminal: Terminal, item: JobItemView) -> None:
    style = {"failed": "red", "skipped": "yellow"}.get(item.state, "")
    reason = f"  {item.reason}" if item.reason else ""
    terminal.out.print(Text.assemble((f"  {item.state:<10}", style), printable(f"{item.uri}{reason}")))


def _ended(job: JobView) -> int:
    return job.indexed + job.unchanged + job.skipped + job.failed


def _short(stage: str) -> str:
    text = printable(stage)
    return text if len(text) <= _LONGEST_STAGE else f"{text[: _LONGEST_STAGE - 1]}…"
