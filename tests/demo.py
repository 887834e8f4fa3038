"""The main job, shown: index the sample site, load a vault, ask about a page, the site, the vault and a video.

Run by `python3 install.py --demo`. It goes through the command line's own functions and a real engine, with a
folder of its own in place of the person's data, and fails when an answer lacks what it should say.
`--page FILE --question WORDS` (both may be repeated) asks about other pages instead.
"""

import argparse
import json
import os
import shlex
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import typer

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from host.lock import hold  # noqa: E402 - the line above is what makes them importable
from host.paths import user_paths  # noqa: E402
from host.serve.cli import asking, sites, use_utf8, working  # noqa: E402
from host.serve.cli.narrowing import Narrowing  # noqa: E402
from host.serve.cli.scope import Reading  # noqa: E402
from host.serve.cli.terminal import Terminal  # noqa: E402
from tests.sample_server import FILES, SAMPLE, VIDEO, serve  # noqa: E402

PORT = 8461
"""The sample's own when it is free: with the same addresses, the second run finds everything unchanged."""

LONGEST_HOME = 80
"""Bytes: below it there must be room for a socket, whose path may have 103."""

PROVIDER = "extractive"
"""Quotes the sources. The demo looks the same on every machine, and needs no model."""

VAULT = "garden"


@dataclass(frozen=True)
class Question:
    """One question of the demo, with the options that say what it is about."""

    heading: str
    options: dict[str, str]
    words: str
    expect: str = ""


def main() -> int:
    arguments = parse()
    use_utf8()
    terminal = Terminal()
    started = time.monotonic()
    with ExitStack() as stack:
        stack.enter_context(own_engine(arguments.home))
        if arguments.page:
            questions = other_pages(arguments)
        else:
            base_url = stack.enter_context(serve_sample())
            os.environ["AMBRY_YOUTUBE_URL"] = base_url
            fill(terminal, base_url)
            questions = sample_questions(base_url)
        wrong = [question for question in questions if not ask(terminal, question)]
    for question in wrong:
        terminal.complain(f"The answer to {question.words!r} should have said {question.expect!r}.")
    terminal.say(f"\n{len(questions)} questions in {time.monotonic() - started:.0f} seconds.", "bold")
    tell_what_next(terminal)
    return 1 if wrong else 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Show what Ambry does.")
    parser.add_argument("--home", type=Path, default=default_home(), metavar="DIR", help="where the demo's data goes")
    parser.add_argument("--page", action="append", default=[], metavar="URL|FILE", help="ask about this page instead")
    parser.add_argument("--question", action="append", default=[], metavar="WORDS", help="one for each --page")
    arguments = parser.parse_args()
    if len(arguments.page) != len(arguments.question):
        parser.error("give one --question for each --page")
    return arguments


def default_home() -> Path:
    home = ROOT / "build" / "demo"
    fits = len(os.fsencode(home)) <= LONGEST_HOME
    return home if fits else Path(tempfile.gettempdir()) / f"ambry-demo-{getattr(os, 'getuid', int)()}"


@contextmanager
def own_engine(home: Path) -> Iterator[None]:
    """An engine with a folder of its own, ended with the demo: the next one may serve other addresses."""
    os.environ["AMBRY_HOME"] = str(home.absolute())
    try:
        yield
    finally:
        end_engine(user_paths().lock)


def end_engine(lock: Path, patience: float = 5.0) -> None:
    """End the engine that holds the lock, if there is one, and wait until it is gone."""
    deadline = time.monotonic() + patience
    told = False
    while lock.exists() and time.monotonic() < deadline:
        with hold(lock) as free:
            if free:
                return
        if not told:
            os.kill(int(lock.read_bytes()), signal.SIGTERM)
            told = True
        time.sleep(0.05)


@contextmanager
def serve_sample() -> Iterator[str]:
    with ExitStack() as stack:
        try:
            base_url = stack.enter_context(serve(PORT))
        except OSError:
            base_url = stack.enter_context(serve())
        yield base_url


def fill(terminal: Terminal, base_url: str) -> None:
    """Index the site and load the vault."""
    heading(terminal, "Index a website", f"ambry site index {base_url}")
    sites.index(None, base_url, "", (), (500, 3), stop=True, as_json=False)
    heading(terminal, "Load a vault with a PDF, a Word file and a note", f"ambry vault add {VAULT} {relative(FILES)}")
    working.add_files(None, VAULT, sorted(FILES.iterdir()), ask_password=False, ocr=False, stop=True, as_json=False)


def sample_questions(base_url: str) -> list[Question]:
    """The first of each use among the sample's questions."""
    listed = json.loads((SAMPLE / "questions.json").read_text("utf-8"))
    first = {question["scope"]: question for question in reversed(listed)}
    targets = {
        "page": base_url + first["page"]["target"],
        "site": base_url.removeprefix("http://"),
        "vault": VAULT,
        "video": f"https://www.youtube.com/watch?v={VIDEO}",
    }
    return [
        Question(f"Ask about a {scope}", {scope: target}, first[scope]["question"], first[scope]["expect"])
        for scope, target in targets.items()
    ]


def other_pages(arguments: argparse.Namespace) -> list[Question]:
    pairs = zip(arguments.page, arguments.question, strict=True)
    return [Question(f"Ask about {Path(page).name}", {"page": page}, words) for page, words in pairs]


def ask(terminal: Terminal, question: Question) -> bool:
    """Ask as a person would; whether the answer says what it should."""
    ((option, target),) = question.options.items()
    heading(terminal, question.heading, f"ambry ask {shlex.quote(question.words)} --{option} {shlex.quote(target)}")
    answer = asking.ask(None, question.words, question.options, Reading(), PROVIDER, Narrowing(), as_json=False)
    return question.expect.casefold() in " ".join(answer.answer.split()).casefold()


def heading(terminal: Terminal, title: str, command: str) -> None:
    """A title, and the command that does the same."""
    terminal.say(f"\n{title}", "bold cyan")
    terminal.say(f"$ {command}\n", "dim")


def tell_what_next(terminal: Terminal) -> None:
    installed = Path(sys.executable).with_name("ambry.exe" if os.name == "nt" else "ambry")
    ambry = str(installed) if installed.exists() else "ambry"
    terminal.say("\nNext, on sites of your own", "bold cyan")
    terminal.say(f"  {ambry} site index https://your.site\n  {ambry} ask ... --site your.site")


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except typer.Exit as ended:  # the command has said why
        sys.exit(ended.exit_code)
