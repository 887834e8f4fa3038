"""A machine on which nothing is really run: commands are answered, and what they would leave is left."""

from pathlib import Path

from host.machine import Machine
from host.paths import Paths
from host.registration import NoRegistry
from host.setup.plan import Setup
from host.setup.runner import Outcome

ROOT = Path(__file__).resolve().parent.parent.parent


class FakeRunner:
    """Answers commands by the words they contain; `effects` leave behind what the command would."""

    def __init__(self, answers=(), effects=()):
        self.answers = [*answers]
        self.effects = [*effects]
        self.commands = []
        self.environs = []
        self.shown = []

    def run(self, command, cwd=None, on_line=None, environ=None):
        words = " ".join(str(word) for word in command)
        self.commands.append(words)
        self.environs.append(environ)
        for sign, effect in self.effects:
            if sign in words:
                effect()
        outcome = next((outcome for sign, outcome in self.answers if sign in words), Outcome(0, ""))
        for line in outcome.output.splitlines():
            if on_line:
                on_line(line)
        return outcome

    def show(self, command, cwd, environ=None):
        words = " ".join(str(word) for word in command)
        self.shown.append(words)
        return next((outcome.code for sign, outcome in self.answers if sign in words), 0)


def make_setup(folder, runner=None, platform="linux", source=ROOT, environ=None, **options):
    """An installation below `folder`."""
    root = folder / "root"
    return Setup(
        source=source,
        prefix=folder / "env",
        paths=Paths(folder / "data", folder / "state", folder / "run"),
        machine=Machine(platform, folder / "home", environ or {}, root),
        runner=runner or FakeRunner(),
        registry=NoRegistry(),
        interpreter=Path("/usr/bin/python3"),
        **options,
    )


def silent(*_):
    """No progress."""
