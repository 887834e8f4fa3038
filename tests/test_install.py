import ast
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import install
from host.registration import NoRegistry
from host.setup import plan
from host.setup.extension import BUILDS
from host.setup.runner import Outcome
from tests.setup.fakes import FakeRunner

SOURCE = Path(install.__file__).resolve()


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A clone with an extension of one file, on a machine with Chromium and Node; nothing is really run."""
    source = tmp_path / "clone"
    shutil.copytree(SOURCE.parent / "host", source / "host", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(SOURCE.parent / "manifests", source / "manifests")
    for name in ("pyproject.toml", "requirements.lock", "requirements-test.lock"):
        shutil.copy2(SOURCE.parent / name, source)
    (source / "extension").mkdir()
    (source / "extension" / "package.json").write_text("{}")
    programs = tmp_path / "programs"
    programs.mkdir()
    for program in ("chromium", "node", "npm", "firefox-esr", "tesseract"):
        (programs / program).touch(mode=0o755)
    monkeypatch.setattr(install, "SOURCE", source)
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    return source


@pytest.fixture
def runner(clone, monkeypatch, tmp_path):
    """Stands in for every command; also leaves behind what venv and the build would."""

    def make_environment():
        python = tmp_path / "env" / "bin" / "python"
        python.parent.mkdir(parents=True, exist_ok=True)
        python.touch()

    def build():
        for name in BUILDS.values():
            (clone / "extension" / ".output" / name).mkdir(parents=True, exist_ok=True)
            (clone / "extension" / ".output" / name / "manifest.json").write_text("{}")

    runner = FakeRunner(
        answers=[("--version", Outcome(0, "v22.1.0"))],
        effects=[("-m venv", make_environment), ("run build", build)],
    )
    runner.log = tmp_path / "install.log"
    monkeypatch.setattr(install, "SystemRunner", lambda log: runner)
    monkeypatch.setattr(install, "system_registry", NoRegistry)
    return runner


@pytest.fixture
def run(runner, tmp_path, capsys):
    def run(*arguments):
        code = install.main(["--prefix", str(tmp_path / "env"), *arguments])
        return code, capsys.readouterr().out

    return run


def files_below(folder):
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def test_an_old_python_is_told_in_a_sentence_what_to_do():
    script = f"import sys, runpy; sys.version_info = (3, 8, 1); runpy.run_path({str(SOURCE)!r})"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert "needs Python 3.11 or newer, and this is Python 3.8" in result.stderr
    assert "python3.12 install.py" in result.stderr
    assert "Traceback" not in result.stderr


def test_an_old_python_can_read_the_file():
    ast.parse(SOURCE.read_text("utf-8"), feature_version=(3, 8))


def test_one_command_does_all_of_it(run, tmp_path, runner, ambry_home):
    code, out = run()
    assert code == 0
    assert (tmp_path / "env" / "bin" / "ambry-host").exists()
    assert (tmp_path / "home/.config/chromium/NativeMessagingHosts/ai.ambry.host.json").exists()
    assert (tmp_path / "home/.mozilla/native-messaging-hosts/ai.ambry.host.json").exists()
    assert (ambry_home / "data" / "extension" / "chrome" / "manifest.json").exists()
    assert "Registration: Chromium, Firefox" in out
    assert f"{tmp_path / 'env' / 'bin' / 'ambry'} doctor" in out


def test_the_second_time_nothing_is_done_and_it_is_quick(run, tmp_path, runner):
    run()
    before, runner.commands = files_below(tmp_path), []
    started = time.monotonic()
    code, out = run()
    assert time.monotonic() - started < 2
    assert code == 0
    assert runner.commands == []
    assert files_below(tmp_path) == before
    assert out.count("nothing to do") == 11


def test_a_dry_run_says_what_would_be_done_and_writes_nothing(run, tmp_path, runner, ambry_home):
    before = {**files_below(tmp_path), **files_below(ambry_home)}
    code, out = run("--dry-run")
    assert code == 0
    assert runner.commands == []
    assert {**files_below(tmp_path), **files_below(ambry_home)} == before
    assert out.count("Would:") == 12


def test_mode_12_a_browser_can_be_named(run, tmp_path):
    code, out = run("--browser", "brave")
    assert code == 0
    assert (tmp_path / "home/.config/BraveSoftware/Brave-Browser/NativeMessagingHosts/ai.ambry.host.json").exists()
    assert not (tmp_path / "home/.config/chromium").exists()
    assert "in Brave:" in out


@pytest.mark.parametrize("named", [(), ("--browser", "chromium")])
def test_mode_12_a_profile_can_be_named_and_is_then_the_only_place(run, tmp_path, named):
    code, out = run(*named, "--profile", str(tmp_path / "profile"))
    assert code == 0
    assert (tmp_path / "profile/NativeMessagingHosts/ai.ambry.host.json").exists()
    assert not (tmp_path / "home/.config").exists()
    assert "in the profile:" in out


# What fails, the step that is named, the reason, a word of the next step.
FAILURES = [
    (("-m venv", Outcome(1, "No space left on device")), "Private environment", "the disk is full", "--prefix DIR"),
    (("-r ", Outcome(1, "getaddrinfo failed")), "Packages", "the network does not answer", "the same command again"),
    (("torch", Outcome(1, "no")), "torch 2.13.0", "no CPU build of torch", "--allow-cuda"),
    (("npm ci", Outcome(1, "EAI_AGAIN")), "The extension's packages", "the network does not answer", "HTTPS_PROXY"),
    (("run build", Outcome(1, "TS2345")), "Extension", "Its last words: TS2345", "log"),
]


@pytest.mark.parametrize(("answer", "step", "why", "next_step"), FAILURES)
def test_a_failure_names_the_step_the_reason_and_the_next_step(run, runner, answer, step, why, next_step):
    runner.answers.insert(0, answer)
    code, out = run()
    words = " ".join(out.split())
    assert code == 1
    assert f"  ✗ {step}\n" in out
    assert why in words
    assert next_step in words


def test_after_a_failure_the_next_run_goes_on_where_it_stopped(run, runner):
    runner.answers.insert(0, ("npm ci", Outcome(1, "EAI_AGAIN")))
    run()
    del runner.answers[0]
    runner.commands = []
    code, _ = run()
    assert code == 0
    assert not any("pip install" in command for command in runner.commands)


def test_mode_20_a_folder_that_cannot_be_written_is_a_sentence(run, runner, tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / ".config").touch()
    code, out = run()
    assert code == 1
    assert "Traceback" not in out
    assert "✗ Registration" in out


def test_the_log_is_named_where_it_helps(run, runner):
    runner.log.touch()
    runner.answers.insert(0, ("run build", Outcome(1, "TS2345")))
    assert f"Log: {runner.log}" in run()[1]


def test_an_interruption_says_that_the_work_goes_on(run, runner, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "run", interrupt)
    code, out = run()
    assert code == 130
    assert "goes on where it stopped" in out


def test_a_reader_that_has_left_is_no_traceback(run, runner, monkeypatch):
    def leave(*_, **__):
        raise BrokenPipeError

    monkeypatch.setattr(runner, "run", leave)
    assert run()[0] == 1


def test_the_demo_runs_in_the_new_environment_and_its_exit_code_is_ours(run, runner, clone, tmp_path):
    runner.answers.append(("demo.py", Outcome(7, "")))
    code, out = run("--demo")
    assert code == 7
    assert "Load the extension" in out
    assert runner.shown == [f"{tmp_path / 'env' / 'bin' / 'python'} {clone / 'tests' / 'demo.py'}"]


def test_the_tests_run_in_an_environment_inside_the_clone(runner, clone, capsys, tmp_path):
    python = clone / "build" / "test-env" / "bin" / "python"
    runner.effects[0] = ("-m venv", lambda: (python.parent.mkdir(parents=True), python.touch()))
    home = files_below(tmp_path / "home")
    assert install.main(["--test"]) == 0
    assert any(command.startswith(f"{python} -m pytest") for command in runner.shown)
    assert any("requirements-test.lock" in command for command in runner.commands)
    assert files_below(tmp_path / "home") == home
    assert "passed, 0 failed" in capsys.readouterr().out
    runner.shown = []
    assert install.main(["--test", "--dry-run"]) == 0
    assert runner.shown == []


def test_uninstalling_keeps_the_data_and_says_where_it_is(run, tmp_path, ambry_home, capsys):
    run()
    (ambry_home / "data" / "ambry.db").write_text("mine")
    assert install.main(["--uninstall", "--dry-run"]) == 0
    assert (tmp_path / "env").exists()
    capsys.readouterr()
    assert install.main(["--uninstall"]) == 0
    out = capsys.readouterr().out
    assert not (tmp_path / "env").exists()
    assert list(tmp_path.rglob("ai.ambry.host.json")) == []
    assert str(ambry_home / "data") in out
    assert (ambry_home / "data" / "ambry.db").exists()


def test_a_purge_asks_first_and_without_a_terminal_does_nothing(run, ambry_home, capsys):
    run()
    (ambry_home / "data" / "ambry.db").write_text("mine")
    assert install.main(["--uninstall", "--purge"]) == 0
    assert (ambry_home / "data" / "ambry.db").exists()
    assert install.main(["--uninstall", "--purge", "--yes"]) == 0
    assert not (ambry_home / "data").exists()


@pytest.mark.parametrize(("answer", "deleted"), [("yes", True), ("no", False), ("", False)])
def test_a_purge_needs_a_yes(run, ambry_home, monkeypatch, answer, deleted):
    run()
    (ambry_home / "data" / "ambry.db").write_text("mine")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _: answer)
    install.main(["--uninstall", "--purge"])
    assert (ambry_home / "data").exists() != deleted


def test_every_step_tells_what_it_would_do_in_a_sentence(runner, tmp_path):
    setup = install.make_setup(install.parse([]), plan.Paths(tmp_path, tmp_path, tmp_path), runner)
    for step in install.environment_steps(setup):
        assert step.plan.endswith(".")
    assert os.fspath(setup.prefix) == os.fspath(tmp_path / "env")
