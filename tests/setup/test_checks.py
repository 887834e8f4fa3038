import io
import os
import shutil
import signal

import pytest

from host.setup import checks
from host.setup.console import Console
from host.setup.failure import SetupError
from host.setup.runner import Outcome
from tests.setup.fakes import FakeRunner, make_setup, silent

NODE = ("node --version", Outcome(0, "v22.1.0"))


@pytest.fixture
def programs(monkeypatch):
    there = {"apt-get", "node", "npm"}
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if name in there else None)
    return there


@pytest.fixture
def root(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)


def test_missing_browsers_are_installed_as_root(tmp_path, programs, root):
    setup = make_setup(tmp_path)
    step = checks.install_browsers(setup)
    assert not step.is_done()
    assert step.perform(silent) == "installed chromium and firefox-esr and tesseract-ocr"
    assert setup.runner.commands == [
        "apt-get update",
        "apt-get install -y --no-install-recommends chromium firefox-esr tesseract-ocr",
    ]


def test_only_what_is_missing_is_installed(tmp_path, programs, root):
    programs.update(("chromium", "tesseract"))
    setup = make_setup(tmp_path)
    assert checks.install_browsers(setup).perform(silent) == "installed firefox-esr"
    programs.add("firefox-esr")
    assert checks.install_browsers(setup).is_done()


def test_without_the_right_to_install_what_is_missing_is_named(tmp_path, programs, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    setup = make_setup(tmp_path)
    said = checks.install_browsers(setup).perform(silent)
    assert said == "missing, and their tests are skipped: chromium, firefox-esr, tesseract"
    assert setup.runner.commands == []


def test_packages_that_cannot_be_fetched_are_told(tmp_path, programs, root):
    setup = make_setup(tmp_path, FakeRunner([("update", Outcome(100, "Temporary failure in name resolution"))]))
    with pytest.raises(SetupError, match="the network does not answer"):
        checks.install_browsers(setup).perform(silent)


def test_all_checks_run_in_order_and_the_last_line_says_how_many_passed(tmp_path, programs):
    setup, stream = make_setup(tmp_path, FakeRunner([NODE])), io.StringIO()
    everything = checks.all_checks(setup)
    assert checks.run_checks(setup, everything, Console(stream, 100)) == 0
    titles = [check.title for check in everything]
    assert titles[:3] == ["ruff format", "ruff check", "mypy"]
    assert titles.index("extension build") < titles.index("pytest") < titles.index("coverage of the core")
    assert len(setup.runner.shown) == len(everything)
    assert stream.getvalue().splitlines()[-1] == f"checks: {len(everything)} passed, 0 failed"


def test_a_failed_check_stops_no_other_and_is_named_at_the_end(tmp_path, programs):
    runner = FakeRunner([NODE, ("-m mypy", Outcome(1, "")), ("--fail-under=90", Outcome(2, ""))])
    setup, stream = make_setup(tmp_path, runner), io.StringIO()
    everything = checks.all_checks(setup)
    assert checks.run_checks(setup, everything, Console(stream, 100)) == 1
    assert len(runner.shown) == len(everything)
    assert "Failed: mypy, coverage of everything" in stream.getvalue()
    assert stream.getvalue().splitlines()[-1] == f"checks: {len(everything) - 2} passed, 2 failed"


def test_a_check_that_a_signal_ended_says_which(tmp_path, programs):
    setup, stream = make_setup(tmp_path, FakeRunner([NODE, ("-m pytest", Outcome(-signal.SIGSEGV, ""))])), io.StringIO()
    assert checks.run_checks(setup, checks.all_checks(setup), Console(stream, 100)) == 1
    assert "Ended by SIGSEGV." in stream.getvalue().splitlines()
