import shutil
import sys
from pathlib import Path

import pytest

from host.acquire.pdf.tesseract import Tesseract, installed

needs_tesseract = pytest.mark.skipif(not shutil.which("tesseract"), reason="Tesseract is not installed")
posix = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")


def stand_in(tmp_path, monkeypatch, *lines, code=0):
    """A program of that name that says these lines."""
    program = tmp_path / "tesseract"
    said = "\n".join(lines)
    program.write_text(f"#!/bin/sh\ncat <<'END'\n{said}\nEND\nexit {code}\n")
    program.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(program))


@needs_tesseract
def test_the_languages_of_this_machine_are_known():
    folder, languages = installed()
    assert "eng" in languages
    assert "osd" not in languages
    assert (folder / "eng.traineddata").is_file()
    assert Tesseract().languages() == languages


def test_a_machine_without_it_knows_none(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert installed() == (None, ())


@posix
@pytest.mark.parametrize(
    ("lines", "code", "found"),
    [
        (['List of available languages in "/data/" (2):', "deu", "osd"], 0, (Path("/data"), ("deu",))),
        (["List of available languages (1):", "deu"], 0, (None, ())),
        ([], 0, (None, ())),
        (["Error"], 1, (None, ())),
    ],
    ids=["version 5", "older", "says nothing", "fails"],
)
def test_what_it_says_of_itself(tmp_path, monkeypatch, lines, code, found):
    stand_in(tmp_path, monkeypatch, *lines, code=code)
    assert installed() == found
