"""What `install.py --test` runs: format, lint, types, the extension, the tests, and the floors of coverage."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from host.setup.console import Console, Progress
from host.setup.extension import need_node
from host.setup.plan import Setup, Step
from host.setup.runner import must

DEBIAN_PACKAGES = {"chromium": "chromium", "firefox-esr": "firefox-esr", "tesseract": "tesseract-ocr"}
"""Programs that the tests drive, and the Debian packages that bring them; the last takes 22 MB with its data."""

FULLY_COVERED = "host/core/*,host/contract/*,host/framing.py"


@dataclass(frozen=True, slots=True)
class Check:
    title: str
    command: tuple[str, ...]
    cwd: Path
    environ: Mapping[str, str] = field(default_factory=dict)


def missing_programs() -> list[str]:
    return [program for program in DEBIAN_PACKAGES if not shutil.which(program)]


def install_browsers(setup: Setup) -> Step:
    """Install the browsers that the tests drive, where that is ours to do: as root, on Debian."""

    def perform(progress: Progress) -> str:
        missing = missing_programs()
        if not shutil.which("apt-get") or os.geteuid() != 0:
            return f"missing, and their tests are skipped: {', '.join(missing)}"
        environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        packages = [DEBIAN_PACKAGES[program] for program in missing]
        must(setup.runner.run(["apt-get", "update"], environ=environ), "Reading Debian's package lists")
        install = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
        must(setup.runner.run(install, environ=environ), f"Installing {' and '.join(packages)}")
        return f"installed {' and '.join(packages)}"

    return Step(
        "Browsers for the tests",
        f"Install {' and '.join(missing_programs())} with apt-get when root, else do without.",
        lambda: not missing_programs(),
        perform,
    )


def all_checks(setup: Setup) -> list[Check]:
    """Return every check in order; what fails early is quick."""
    node = need_node(setup)

    def python(title: str, *arguments: str) -> Check:
        return Check(title, (str(setup.python), "-m", *arguments), setup.source)

    def npm(title: str, *arguments: str) -> Check:
        return Check(title, tuple(node.run(*arguments)), setup.source / "extension", node.environ())

    return [
        python("ruff format", "ruff", "format", "--check", "."),
        python("ruff check", "ruff", "check", "."),
        python("mypy", "mypy"),
        npm("prettier", "run", "--silent", "format:check"),
        npm("tsc", "run", "--silent", "typecheck"),
        npm("vitest", "run", "--silent", "test"),
        npm("extension build", "run", "--silent", "build"),
        python("pytest", "pytest", "-p", "no:cacheprovider", "-q", "--cov", "--cov-branch", "--cov-report="),
        python("coverage of everything", "coverage", "report", "--fail-under=90"),
        python("coverage of the core", "coverage", "report", f"--include={FULLY_COVERED}", "--fail-under=100"),
    ]


def run_checks(setup: Setup, checks: list[Check], console: Console) -> int:
    """Run all checks, whatever fails, and return the exit code."""
    failed = []
    started = time.monotonic()
    for check in checks:
        console.heading(f"== {check.title} ==")
        code = setup.runner.show(check.command, check.cwd, {**os.environ, **check.environ})
        if code < 0:  # its output has no word of it
            console.line(f"Ended by {signal.Signals(-code).name}.")
        if code:
            failed.append(check.title)
    minutes, seconds = divmod(round(time.monotonic() - started), 60)
    console.heading(f"Checks took {minutes} min {seconds} s.{' Failed: ' + ', '.join(failed) if failed else ''}")
    console.line(f"checks: {len(checks) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0
