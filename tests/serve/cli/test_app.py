"""The command line as a program: starting is cheap, output is right in a pipe and in a terminal."""

import json
import os
import subprocess
import sys
import time

import pytest

from host.serve.cli import main
from tests.demo import end_engine

AMBRY = [sys.executable, "-c", "from host.serve.cli import main; main()"]
HEAVY = {"host.contract", "host.serve.client", "pydantic", "websockets", "numpy", "asyncio"}


def run(*arguments, **environment):
    return subprocess.run(
        [*AMBRY, *arguments],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
        timeout=30,
        check=False,
    )


def test_the_version_is_printed():
    result = run("--version")
    assert (result.returncode, result.stdout) == (0, b"ambry 0.1.0" + os.linesep.encode())


def test_the_entry_point_ends_with_an_exit_code(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["ambry", "--version"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("ambry ")


@pytest.mark.model
def test_a_command_starts_the_real_engine_and_prints_utf8_whatever_the_code_page(ambry_home, tmp_path):
    page = tmp_path / "wörter.html"
    page.write_bytes("<meta charset=latin-1><h1>Wörter</h1><p>Die Kämme wärmen schön.</p>".encode("latin-1"))
    try:
        extracted = run("extract", str(page), "--json", PYTHONIOENCODING="cp1252", PYTHONUTF8="0")
        status = run("status", "--json")
    finally:
        end_engine(ambry_home / "run" / "engine.lock")
    assert (extracted.returncode, extracted.stderr) == (0, b"")
    assert "Die Kämme wärmen schön." in json.loads(extracted.stdout.decode("utf-8"))["text"]
    assert [view["name"] for view in json.loads(status.stdout)["providers"]][-1] == "extractive"


def test_help_imports_nothing_heavy():
    code = "import sys; from host.serve.cli.app import app; app(['--help'], standalone_mode=False); print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert HEAVY.isdisjoint(modules)


def test_a_piped_help_is_utf8_without_colours_whatever_the_code_page():
    printed = run("--help", PYTHONIOENCODING="cp1252", PYTHONUTF8="0").stdout.decode("utf-8")
    assert "Ask what you read" in printed
    assert "\x1b" not in printed


@pytest.mark.parametrize("group", [(), ("site",), ("vault",), ("models",)])
def test_a_help_says_all_in_lines_that_end_with_their_words(group):
    _, *lines = run(*group, "--help").stdout.decode().splitlines()
    assert not [line for line in lines if line.endswith((" ", "..."))]


def test_the_commands_are_listed_in_the_order_of_their_use():
    listed = [line.split()[0] for line in run("--help").stdout.decode().partition("Commands:")[2].splitlines() if line]
    assert (listed[0], listed.index("vault") < listed.index("jobs"), listed[-1]) == ("ask", True, "doctor")


@pytest.mark.parametrize(("command", "usage"), [("extract", "{FILE}..."), ("jobs", "[ID]"), ("ask", "{QUESTION}")])
def test_a_usage_line_marks_each_argument_once(command, usage):
    assert run(command, "--help").stdout.decode().splitlines()[0].endswith(f" [OPTIONS] {usage}")


def test_a_mistake_on_the_command_line_has_an_exit_code_of_its_own():
    assert run("ask").returncode == 2


IN_A_TERMINAL = """
import sys
from host.serve.cli.app import app
from tests.serve.cli.conftest import ScriptedClient
from tests.serve.cli.test_app import script
app(sys.argv[1:], obj=script(ScriptedClient()).connect)
"""


def script(client):
    from host.contract import requests
    from tests.serve.cli.test_asking import ANSWER
    from tests.serve.cli.test_working import script_job

    script_job(client)
    client.script[requests.Ask] = [ANSWER]
    client.script[requests.SetKey] = [lambda: reveal(client)]
    return client


async def reveal(client):
    """Prints what arrived, reversed: the terminal itself must not have shown it."""
    from host.contract import requests, results

    print(client.last(requests.SetKey).key[::-1])
    return results.Nothing()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("arguments", "typed", "expected"),
    [
        (("site", "index", "https://larkspur.example"), "", "Read /faq.html"),
        (("ask", "How long?", "--site", "larkspur.example"), "", "\x1b[1m● [1]"),
        (("key", "anthropic"), "tap-ref-9\n", "9-fer-pat"),
        (("delete", "--site", "larkspur.example"), "y\n", "Deleted: site larkspur.example"),
    ],
)
def test_in_a_terminal_there_are_bars_and_colours_and_questions(arguments, typed, expected):
    shown = in_terminal(arguments, typed)
    assert expected in shown
    assert "tap-ref-9" not in shown


def in_terminal(arguments, typed):
    import pty

    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "120"}
    environment.pop("NO_COLOR", None)
    child = subprocess.Popen(
        [sys.executable, "-c", IN_A_TERMINAL, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        start_new_session=True,
    )
    os.close(theirs)
    shown = b""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            piece = os.read(ours, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
        if typed and (b": " in shown):
            time.sleep(0.1)
            os.write(ours, typed.encode())
            typed = ""
    os.close(ours)
    assert child.wait(10) == 0
    return shown.decode("utf-8", "replace")
