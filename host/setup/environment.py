"""The private environment: venv, locked packages, torch, and Ambry itself."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
import tempfile
from pathlib import Path

from host.lock import hold
from host.setup import torch_build
from host.setup.console import Progress
from host.setup.plan import Setup, Step, digest_of, files_below
from host.setup.preflight import check_machine, check_prefix
from host.setup.runner import OnLine, Word, must

PIP_OPTIONS = ("--disable-pip-version-check", "--no-input", "--progress-bar", "off")
NO_COMPILE = "--no-compile"
"""Compiling all of torch takes longer than installing it; the first start compiles what is used."""

HEAVY = (
    "anthropic",
    "keyring",
    "mammoth",
    "ollama",
    "openvino",
    "pymupdf",
    "sentence_transformers",
    "trafilatura",
    "websockets",
)

NOT_SOURCE = frozenset({"__pycache__"})
PACKAGED = ("pyproject.toml", "README.md", "LICENSE")


def pip(setup: Setup, *arguments: Word) -> list[Word]:
    return [setup.python, "-m", "pip", "install", *PIP_OPTIONS, *arguments]


def make_environment(setup: Setup) -> Step:
    digest = digest_of((), sys.version, str(setup.interpreter))

    def perform(progress: Progress) -> str:
        check_prefix(setup)
        check_machine(setup)
        command: list[Word] = [setup.interpreter, "-m", "venv", "--clear", setup.prefix]
        must(setup.runner.run(command), "Making the private environment")
        setup.stamps.write("environment", digest)
        return f"Python {sys.version.split()[0]}"

    return Step(
        "Private environment",
        f"Make a private Python environment in {setup.prefix}.",
        lambda: setup.python.exists() and setup.stamps.matches("environment", digest),
        perform,
    )


def install_packages(setup: Setup, lock: str, title: str) -> Step:
    file = setup.source / lock
    digest = digest_of([file])

    def perform(progress: Progress) -> str:
        watch = count_packages(progress, file.read_text("utf-8").count("=="))
        command = pip(setup, "--require-hashes", "--no-deps", NO_COMPILE, "-r", file)
        must(setup.runner.run(command, on_line=watch), "Installing the packages")
        setup.stamps.write(lock, digest)
        return "each one checked against its hash"

    return Step(
        title,
        f"Install the packages of {lock}, each checked by hash.",
        lambda: setup.stamps.matches(lock, digest),
        perform,
    )


def count_packages(progress: Progress, total: int) -> OnLine:
    """Turn pip's lines into progress. Requirements for other systems, which pip ignores, do not count."""
    found, left = 0, total

    def watch(line: str) -> None:
        nonlocal found, left
        if line.startswith("Ignoring "):
            left -= 1
        elif match := re.match(r"(?:Collecting|Requirement already satisfied:) ([\w.-]+)", line):
            found += 1
            progress(match[1], found, left)
        elif line.startswith("Installing collected packages"):
            progress("unpacking", left, left)

    return watch


def install_torch(setup: Setup) -> Step:
    version = torch_build.pinned_version(setup.source)

    def perform(progress: Progress) -> str:
        progress("choosing the build")
        build = torch_build.choose(setup)
        progress(build.why)
        must(setup.runner.run(pip(setup, *build.options, NO_COMPILE, build.requirement)), "Installing torch")
        setup.stamps.write("torch", version)
        return build.why

    return Step(
        f"torch {version}",
        f"Install torch {version}: the CPU build, unless this is not Linux or an NVIDIA GPU is here.",
        lambda: setup.stamps.matches("torch", version),
        perform,
    )


def start_once(setup: Setup) -> Step:
    """Import what is heavy: it proves that the packages work here, and makes the first question quick."""
    digest = digest_of([setup.source / setup.lock], *HEAVY)

    def perform(progress: Progress) -> str:
        # Some shells forbid Python to keep what it compiled; each start would then take twenty seconds.
        environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        command: list[Word] = [setup.python, "-c", f"import {', '.join(HEAVY)}"]
        must(setup.runner.run(command, environ=environ), "Starting the packages")
        setup.stamps.write("start", digest)
        return ""

    return Step(
        "First start",
        "Start the packages once, which proves that they work here and makes the first question quick.",
        lambda: setup.stamps.matches("start", digest),
        perform,
    )


def install_ambry(setup: Setup) -> Step:
    packaged = [setup.source / name for name in PACKAGED if (setup.source / name).exists()]
    digest = digest_of([*files_below(setup.source / "host", NOT_SOURCE), *packaged])

    def perform(progress: Progress) -> str:
        stopped = stop_engine(setup.paths.lock)
        # Built from a copy: setuptools leaves its build folder in the source, and takes deleted modules from it.
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(setup.source / "host", Path(folder) / "host", ignore=shutil.ignore_patterns(*NOT_SOURCE))
            for file in packaged:
                shutil.copy2(file, folder)
            options = ("--no-deps", "--no-build-isolation", "--no-index", "--force-reinstall")
            must(setup.runner.run(pip(setup, *options, folder)), "Installing Ambry itself")
        setup.stamps.write("ambry", digest)
        return "the engine that was running has been stopped" if stopped else ""

    return Step(
        "Ambry itself",
        f"Install Ambry, with its command {setup.command}; stop an engine that runs an older one.",
        lambda: setup.stamps.matches("ambry", digest),
        perform,
    )


def prepare_model(setup: Setup) -> Step:
    """Let the installed Ambry do what its first start would wait for: put the embedding model into its fastest form."""
    digest = digest_of([*files_below(setup.source / "host", NOT_SOURCE), setup.source / setup.lock])

    def perform(progress: Progress) -> str:
        command: list[Word] = [setup.python, "-c", "from host.engine import prepare; prepare()"]
        must(setup.runner.run(command), "Preparing the embedding model")
        setup.stamps.write("model", digest)
        return ""

    return Step(
        "Embedding model",
        "Put the embedding model into the form that is fastest on this computer.",
        lambda: setup.stamps.matches("model", digest),
        perform,
    )


def stop_engine(lock: Path) -> bool:
    """Ask a running engine to stop; its next client starts the new one. False when none runs.

    Whoever holds the lock is the engine, and the file says which process that is.
    """
    if not lock.exists():
        return False
    with hold(lock) as nobody_has_it:
        if nobody_has_it:
            return False
    try:
        os.kill(int(lock.read_text("ascii")), signal.SIGTERM)
    except (OSError, ValueError):
        return False
    return True
