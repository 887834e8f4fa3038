"""How an answer looks: words as they come, then the numbered sources with those that were cited marked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from types import TracebackType

from rich.status import Status
from rich.text import Text

from host.contract import events, results
from host.contract.views import SourceView
from host.serve.cli.terminal import Terminal, printable
from host.serve.cli.wrap import WordWrap

_JSON_FIELDS = {"n", "uri", "title", "headings", "score", "text", "cited"}


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
            self.stage(f"Reading {len(event.sources)} passages")
        elif isinstance(event, events.Delta):
            self._rest()
            self._write(event.text)

    def finish(self, answer: results.Answer) -> None:
        """End the answer's last line and list its sources."""
        self._terminal.say("")
        if answer.sources:
            self._terminal.say("")
            print_sources(self._terminal, answer.sources)
        model = f" ({answer.model})" if answer.model else ""
        self._terminal.remark(f"Answered by {answer.provider}{model}.")

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


def print_sources(terminal: Terminal, sources: Sequence[SourceView], *, with_text: bool = False) -> None:
    """Each source with its number, a mark when the answer cites it, where it is, and optionally its text.

    An address stands once below the sources that share it.
    """
    for source, following in zip_longest(sources, sources[1:]):
        mark = "" if with_text else "● " if source.cited else "○ "
        style = "bold" if source.cited or with_text else "dim"
        terminal.out.print(Text(f"{mark}[{source.n}] {printable(_place(source))}", style))
        if with_text or following is None or following.uri != source.uri:
            link = f" link {source.url}" if _openable(source) else ""
            terminal.out.print(Text(f"      {printable(source.uri)}", f"dim{link}"))
        if with_text:
            terminal.say(f"{source.text.strip()}\n")


def _place(source: SourceView) -> str:
    parts = [source.title or source.uri, *source.headings]
    if source.label and source.label not in parts:
        parts.append(source.label)
    # A page's title and its first heading are often the same words.
    return " > ".join(part for number, part in enumerate(parts) if part not in parts[:number])


def _openable(source: SourceView) -> bool:
    """Whether the terminal may link to it: the URL comes from outside and goes into an escape sequence."""
    return source.url.startswith(("http://", "https://")) and source.url.isascii() and source.url.isprintable()


def source_json(source: SourceView) -> dict[str, object]:
    return source.model_dump(mode="json", include=_JSON_FIELDS)
