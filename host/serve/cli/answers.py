"""How an answer looks: words as they come, then the numbered sources with those that were cited marked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from types import TracebackType

from rich.status import Status

from host.contract import events, results
from host.contract.views import ExplanationView, ReasonView, SourceView
from host.core.vault_address import file_path
from host.serve.cli.terminal import Terminal
from host.serve.cli.wrap import WordWrap

_JSON_FIELDS = {"n", "uri", "title", "path", "authors", "date", "headings", "score", "text", "cited"}


class AnswerView:
    """Shows the events of one `ask`. Until the first word it shows what is going on; when quiet, nothing."""

    def __init__(self, terminal: Terminal, *, quiet: bool) -> None:
        self._terminal = terminal
        self._quiet = quiet
        self._status: Status | None = None
        self._breaks = ""
        # In a pipe a line is as long as it is: whoever reads it decides.
        self._wrap = WordWrap(terminal.out.width) if terminal.out.is_terminal else None

    def __enter__(self) -> AnswerView:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._rest()
        if self._wrap:
            self._terminal.write(self._wrap.finish())

    def stage(self, stage: str) -> None:
        if self._quiet:
            return
        if self._status is None:
            self._status = self._terminal.working()
            self._status.start()
        self._status.update(f"{stage}…")

    def notice(self, text: str) -> None:
        self._rest()
        self._terminal.remark(text)

    def show(self, event: events.Event) -> None:
        if self._quiet:
            return
        if isinstance(event, events.Notice):
            self.notice(event.text)
        elif isinstance(event, events.Thinking):
            self.stage("Thinking")
        elif isinstance(event, events.Sources):
            self.stage("Reading what was found")
        elif isinstance(event, events.Delta):
            self._rest()
            self._write(event.text)

    def finish(self, answer: results.Answer) -> None:
        """End the answer's last line and list its sources."""
        self._terminal.say("")
        if answer.sources:
            self._terminal.say("")
            print_sources(self._terminal, answer)
            self._terminal.remark(" \u00b7 ".join(filter(None, (answer.writer, answer.model))))

    def _write(self, text: str) -> None:
        """Line breaks wait for what follows them: those at the very end are not part of the answer."""
        text = self._breaks + text
        said = text.rstrip("\n")
        self._breaks = text[len(said) :]
        self._terminal.write(self._wrap.feed(said) if self._wrap else said)

    def _rest(self) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None


def print_sources(terminal: Terminal, answer: results.Answer) -> None:
    """Each source with its number and a mark when the answer cites it; an address once, below all that share it."""
    cited = {citation.n: citation for citation in reversed(answer.citations)}

    def address_of(source: SourceView) -> str:
        return _file(source) or (_without_directive(cited[source.n].url) if source.n in cited else source.uri)

    for address, sources in groupby(answer.sources, address_of):
        for source in sources:
            mark, style = ("●", "bold") if source.cited else ("○", "dim")
            label = cited[source.n].label if source.n in cited else source.label  # at the sentence, not where it begins
            terminal.say(f"{mark} [{source.n}] {_place(source, label)}", style)
        terminal.say(f"      {address}", "dim")


def print_passages(
    terminal: Terminal, sources: Sequence[SourceView], explanation: ExplanationView | None = None
) -> None:
    """Each passage in full, under its number and place, and why it was found if that is known."""
    reasons = {reason.n: reason for reason in explanation.reasons} if explanation else {}
    for source in sources:
        terminal.say(f"[{source.n}] {_place(source, source.label)}", "bold")
        terminal.say(f"      {_file(source) or source.uri}", "dim")
        if source.n in reasons:
            terminal.say(f"      {_why(reasons[source.n])}", "dim")
        terminal.say(f"{source.text.strip()}\n")


def print_times(terminal: Terminal, explanation: ExplanationView) -> None:
    """What is the same for all passages: mode, filter, floor, the time of each step."""
    only = f" in {', '.join(explanation.filters)}" if explanation.filters else ""
    needed = f"an answer needs meaning {explanation.floor:.2f} with half of the question's words"
    terminal.say(f"{explanation.mode} search{only}; {needed}", "dim")
    steps = (f"{step.name} {step.milliseconds:.1f} ms" for step in explanation.steps)
    terminal.say(", ".join(steps), "dim")


def _why(reason: ReasonView) -> str:
    meaning = "" if reason.dense is None else f"meaning {_ranked(reason.dense, reason.dense_rank)}, "
    words = f"words {_ranked(reason.keyword, reason.keyword_rank)}, {reason.coverage:.0%} of them"
    reranked = "" if reason.reranked is None else f"; reranked {reason.reranked:.3f}"
    return f"{reason.fused:+.2f}: {meaning}{words}{reranked}"


def _ranked(score: float, rank: int | None) -> str:
    return f"{score:.3f} ({'not among the best' if rank is None else f'no. {rank}'})"


def _place(source: SourceView, label: str) -> str:
    parts = [source.title or source.uri, *source.headings, *filter(None, [label])]
    # A page's title and its first heading are often the same words.
    return " > ".join(part for number, part in enumerate(parts) if part not in parts[:number])


def _file(source: SourceView) -> str:
    """Where its file is, else the path that it has in its vault; empty for what is on the web."""
    return source.path or file_path(source.uri)


def _without_directive(url: str) -> str:
    """The address of a citation, without the text fragment, which repeats the quoted words."""
    return url.partition(":~:")[0].rstrip("#")


def source_json(source: SourceView) -> dict[str, object]:
    return source.model_dump(mode="json", include=_JSON_FIELDS)
