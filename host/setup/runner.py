"""Every command of the installation runs through a `Runner`, so that tests can stand in for the system."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from host.private import opener
from host.setup.failure import from_output

OnLine = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    code: int
    output: str


Word = str | Path


class Runner(Protocol):
    def run(
        self,
        command: Sequence[Word],
        cwd: Path | None = None,
        on_line: OnLine | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> Outcome:
        """Run a command without a terminal; `on_line` sees what it prints, line by line."""

    def show(self, command: Sequence[Word], cwd: Path, environ: Mapping[str, str] | None = None) -> int:
        """Run a command whose output is for the person; return its exit code."""


class SystemRunner:
    """Runs commands for real and writes what they say to a log."""

    def __init__(self, log: Path) -> None:
        self.log = log

    def run(
        self,
        command: Sequence[Word],
        cwd: Path | None = None,
        on_line: OnLine | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> Outcome:
        words = [str(word) for word in command]
        lines = [f"$ {' '.join(words)}\n"]
        try:
            with self._start(words, cwd, environ) as process:
                assert process.stdout
                for line in process.stdout:
                    lines.append(line)
                    if on_line:
                        on_line(line.rstrip())
            return Outcome(process.returncode, "".join(lines[1:]))
        except OSError as error:
            lines.append(f"{error}\n")
            return Outcome(127, str(error))
        finally:
            self._write(lines)

    def show(self, command: Sequence[Word], cwd: Path, environ: Mapping[str, str] | None = None) -> int:
        return subprocess.run([str(word) for word in command], cwd=cwd, env=environ, check=False).returncode

    def _start(self, words: list[str], cwd: Path | None, environ: Mapping[str, str] | None) -> subprocess.Popen[str]:
        return subprocess.Popen(
            words,
            cwd=cwd,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )

    def _write(self, lines: list[str]) -> None:
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with open(self.log, "a", encoding="utf-8", opener=opener) as file:
            file.writelines(lines)


def must(outcome: Outcome, what: str) -> str:
    """Return a command's output. Raises SetupError when it failed."""
    if outcome.code:
        raise from_output(what, outcome.output)
    return outcome.output
