import sys

import pytest

from host.setup.failure import SetupError
from host.setup.runner import Outcome, SystemRunner, must


@pytest.fixture
def runner(tmp_path):
    return SystemRunner(tmp_path / "state" / "install.log")


def test_a_command_is_heard_line_by_line_and_logged(runner, tmp_path):
    lines = []
    script = "import os, sys; print('one'); print(os.getcwd(), file=sys.stderr); print(os.environ['X'])"
    outcome = runner.run([sys.executable, "-u", "-c", script], tmp_path, lines.append, {"X": "é"})
    assert (outcome.code, lines[0], lines[1]) == (0, "one", str(tmp_path))
    assert outcome.output.splitlines() == lines
    logged = runner.log.read_text("utf-8").splitlines()
    assert logged[0].startswith(f"$ {sys.executable} -u -c")
    assert logged[1:] == lines


def test_mode_20_the_log_is_for_the_user_alone(runner):
    runner.run([sys.executable, "-c", ""])
    assert runner.log.stat().st_mode & 0o777 == 0o600


def test_a_command_that_does_not_exist_is_an_outcome(runner):
    outcome = runner.run(["/nowhere/pip"])
    assert outcome.code == 127
    assert "/nowhere/pip" in outcome.output


def test_a_shown_command_gives_its_exit_code(runner, tmp_path):
    assert runner.show([sys.executable, "-c", "raise SystemExit(3)"], tmp_path) == 3


def test_a_command_that_must_succeed_fails_with_a_sentence():
    assert must(Outcome(0, "fine"), "Making it") == "fine"
    with pytest.raises(SetupError, match="Making it failed"):
        must(Outcome(1, "bad"), "Making it")
