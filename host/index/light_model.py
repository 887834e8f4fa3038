"""A model in 8 bits, made once from its folder and kept: under its revision, with the verdict on it."""

from __future__ import annotations

import json
import logging
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

import host

RECIPE = 2
"""Counts the ways in which we have made it: vectors of two ways are never compared."""

PATIENCE = 300.0
"""Seconds for making one; a small model takes ten."""

log = logging.getLogger(__name__)


def light_revision(exact: str) -> str:
    """Of the vectors that the 8-bit form of a model of this revision makes."""
    return f"{exact}-int8.{RECIPE}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the model may stand in for the exact one."""

    usable: bool
    why: str
    """In words, for the log and for the person."""


class LightModel:
    """One kept model. Its folder appears whole or not at all."""

    def __init__(self, source: Path, window: int, folder: Path) -> None:
        self._source = source
        self._window = window
        self._folder = folder

    @property
    def graph(self) -> Path:
        return self._folder / "model.xml"

    def known(self) -> Verdict | None:
        """The verdict that is kept; None when the model was not made yet."""
        try:
            return Verdict(**json.loads((self._folder / "verdict.json").read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def verdict(self) -> Verdict:
        """The one that is kept, or that of making it now."""
        return self.known() or self.make()

    def make(self) -> Verdict:
        """Make it anew, in a process of its own: that takes several times the memory that an engine should keep."""
        command = [
            sys.executable,
            "-m",
            "host.index.light_model",
            str(self._source),
            str(self._window),
            str(self._folder),
        ]
        log.info("Making the 8-bit form of %s", self._source)
        try:
            subprocess.run(
                command,
                cwd=Path(host.__file__).parent.parent,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=True,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except subprocess.CalledProcessError as exc:
            return self._failed(_last_line(exc.stderr))
        except (OSError, subprocess.TimeoutExpired) as exc:
            return self._failed(str(exc))
        return self.known() or self._failed("nothing was kept")

    def _failed(self, reason: str) -> Verdict:
        """Kept where that can be done: the next start should not try again."""
        verdict = Verdict(False, f"its 8-bit form could not be made: {reason}")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            _write(verdict, self._folder)
        except OSError as exc:
            log.warning("The verdict on the 8-bit model cannot be kept: %s", exc)
        return verdict


def make(source: Path, window: int, folder: Path) -> None:
    """The body of the process that makes it."""
    from openvino import save_model

    from host.index.bert import UnknownShapeError
    from host.index.eight_bits import quantise

    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
        new = Path(temporary) / "new"
        new.mkdir()
        try:
            model, agreement = quantise(source, window)
        except UnknownShapeError as exc:
            verdict = Verdict(False, f"there is no 8-bit form of it: {exc}")
        else:
            words = f"mean cosine to full precision {agreement.mean:.4f}, worst {agreement.worst:.4f}"
            verdict = Verdict(agreement.enough, words)
            save_model(model, new / "model.xml", compress_to_fp16=False)
        _write(verdict, new)
        shutil.rmtree(folder, ignore_errors=True)
        new.rename(folder)


def _write(verdict: Verdict, folder: Path) -> None:
    (folder / "verdict.json").write_text(json.dumps(asdict(verdict)), "utf-8")


def _last_line(text: str) -> str:
    return next(iter(text.strip().splitlines()[::-1]), "no reason given")


if __name__ == "__main__":
    make(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
