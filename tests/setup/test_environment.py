import os
import signal
import subprocess
import sys

import pytest

from host.setup import environment
from host.setup.environment import count_packages, stop_engine
from host.setup.failure import SetupError
from host.setup.runner import Outcome
from tests.setup.fakes import ROOT, FakeRunner, make_setup, silent

HOLD = """
import sys, time
from pathlib import Path
from host.lock import hold
with hold(Path(sys.argv[1])) as held:
    print(held, flush=True)
    time.sleep(60)
"""


@pytest.fixture
def source(tmp_path):
    """A source small enough to change."""
    source = tmp_path / "source"
    (source / "host").mkdir(parents=True)
    (source / "host" / "__init__.py").write_text("")
    (source / "pyproject.toml").write_text('[project]\ndependencies = ["torch==2.13.0"]\n')
    (source / "requirements.lock").write_text("a==1 --hash=sha256:00\n")
    return source


def venv_is_made(setup):
    def effect():
        setup.python.parent.mkdir(parents=True, exist_ok=True)
        setup.python.touch()

    return [("-m venv", effect)]


def test_the_environment_is_made_once(tmp_path):
    setup = make_setup(tmp_path)
    setup.runner.effects = venv_is_made(setup)
    step = environment.make_environment(setup)
    assert not step.is_done()
    assert step.perform(silent).startswith("Python 3.")
    assert step.is_done()
    assert setup.runner.commands == [f"/usr/bin/python3 -m venv --clear {setup.prefix}"]


def test_an_environment_whose_python_is_gone_is_made_anew(tmp_path):
    setup = make_setup(tmp_path)
    setup.runner.effects = venv_is_made(setup)
    step = environment.make_environment(setup)
    step.perform(silent)
    setup.python.unlink()
    assert not step.is_done()


def test_packages_are_checked_by_hash_and_installed_once(tmp_path, source):
    setup = make_setup(tmp_path, source=source)
    step = environment.install_packages(setup, "requirements.lock", "Packages")
    assert not step.is_done()
    step.perform(silent)
    assert step.is_done()
    (command,) = setup.runner.commands
    assert "--require-hashes --no-deps" in command
    (source / "requirements.lock").write_text("a==2 --hash=sha256:00\n")
    assert not environment.install_packages(setup, "requirements.lock", "Packages").is_done()


def test_packages_that_cannot_be_fetched_leave_the_step_undone(tmp_path):
    setup = make_setup(tmp_path, FakeRunner([("pip install", Outcome(1, "getaddrinfo failed"))]))
    step = environment.install_packages(setup, "requirements.lock", "Packages")
    with pytest.raises(SetupError, match="the network does not answer"):
        step.perform(silent)
    assert not step.is_done()


def test_pips_words_become_progress():
    seen = []
    watch = count_packages(lambda *progress: seen.append(progress), 4)
    for line in (
        "Ignoring colorama: markers 'sys_platform == \"win32\"' don't match your environment",
        "Collecting numpy==2.4.6 (from -r requirements.lock (line 3))",
        "  Downloading numpy-2.4.6.whl (18 MB)",
        "Requirement already satisfied: rich==15.0.0 in /env",
        "Installing collected packages: numpy",
    ):
        watch(line)
    assert seen == [("numpy", 1, 3), ("rich", 2, 3), ("unpacking", 3, 3)]


def test_torch_says_which_build_was_chosen_and_why(tmp_path):
    setup, seen = make_setup(tmp_path), []
    step = environment.install_torch(setup)
    why = step.perform(lambda *progress: seen.append(progress[0]))
    assert "local files" in why
    assert seen == ["choosing the build", why]
    assert step.is_done()
    assert setup.runner.commands[-1].endswith("--no-deps --no-index --no-compile torch==2.13.0+cpu")


def test_the_first_start_compiles_even_where_a_shell_forbids_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    setup = make_setup(tmp_path)
    step = environment.start_once(setup)
    assert step.perform(silent) == ""
    assert step.is_done()
    assert "sentence_transformers" in setup.runner.commands[0]
    assert "PYTHONDONTWRITEBYTECODE" not in setup.runner.environs[0]


def test_packages_that_do_not_start_here_are_told(tmp_path):
    setup = make_setup(tmp_path, FakeRunner([("import", Outcome(1, "Illegal instruction"))]))
    with pytest.raises(SetupError, match="Illegal instruction"):
        environment.start_once(setup).perform(silent)


def test_ambry_is_installed_from_a_copy_and_again_when_it_changed(tmp_path, source):
    setup = make_setup(tmp_path, source=source)
    step = environment.install_ambry(setup)
    assert step.perform(silent) == ""
    assert environment.install_ambry(setup).is_done()
    (command,) = setup.runner.commands
    assert str(source) not in command
    assert "--no-build-isolation --no-index" in command
    (source / "host" / "__init__.py").write_text("x = 1")
    assert not environment.install_ambry(setup).is_done()


def test_the_model_is_prepared_by_the_installed_ambry_and_again_when_that_changed(tmp_path, source):
    setup = make_setup(tmp_path, source=source)
    assert environment.prepare_model(setup).perform(silent) == ""
    assert environment.prepare_model(setup).is_done()
    assert "from host.engine import prepare" in setup.runner.commands[0]
    (source / "host" / "__init__.py").write_text("x = 1")
    assert not environment.prepare_model(setup).is_done()


def test_an_engine_that_runs_is_stopped_by_an_upgrade(tmp_path, source):
    setup = make_setup(tmp_path, source=source)
    setup.paths.runtime.mkdir()
    command = [sys.executable, "-c", HOLD, str(setup.paths.lock)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as engine:
        assert engine.stdout.readline() == b"True\n"
        assert "has been stopped" in environment.install_ambry(setup).perform(silent)
        assert engine.wait(10) == -signal.SIGTERM


def test_a_lock_that_nobody_holds_stops_nobody(tmp_path):
    assert not stop_engine(tmp_path / "missing")
    lock = tmp_path / "engine.lock"
    lock.write_text(f"{os.getpid()}\n")
    assert not stop_engine(lock)


def test_a_held_lock_without_a_process_stops_nobody(tmp_path):
    lock = tmp_path / "engine.lock"
    command = [sys.executable, "-c", HOLD, str(lock)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as engine:
        engine.stdout.readline()
        lock.write_text("damaged")
        assert not stop_engine(lock)
        engine.kill()
