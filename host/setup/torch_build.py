"""Chooses the build of torch, and says why: CUDA's gigabytes never come by accident.

On Linux the registry's torch is the CUDA build. Without an NVIDIA GPU the CPU build is taken, from
pip's own local files where they have it, else from PyTorch's index of CPU builds.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from host.errors import ErrorCode
from host.machine import Machine
from host.setup.failure import SetupError
from host.setup.plan import Setup
from host.setup.runner import Word

CPU_INDEX = "https://download.pytorch.org/whl/cpu"
QUICK = ("--retries", "1", "--timeout", "15")


@dataclass(frozen=True, slots=True)
class TorchBuild:
    requirement: str
    options: tuple[str, ...]
    """For pip. Without `--no-deps` the CUDA libraries come along."""
    why: str


def pinned_version(source: Path) -> str:
    """Return the version that pyproject.toml asks for."""
    project = tomllib.loads((source / "pyproject.toml").read_text("utf-8"))
    requirements: list[str] = project["project"]["dependencies"]
    return next(
        requirement.removeprefix("torch==") for requirement in requirements if requirement.startswith("torch==")
    )


def has_nvidia(machine: Machine) -> bool:
    driver = machine.folder("{root}/proc/driver/nvidia/version").exists()
    return driver or machine.has_program("nvidia-smi")


def choose(setup: Setup) -> TorchBuild:
    """Return the build for this machine. Raises SetupError rather than fetch CUDA unasked."""
    version = pinned_version(setup.source)
    default = f"torch=={version}"
    if setup.machine.platform != "linux":
        return TorchBuild(default, (), "the build for this system")
    if has_nvidia(setup.machine):
        return TorchBuild(default, (), "the CUDA build, for the NVIDIA GPU found here")
    cpu = f"torch=={version}+cpu"
    local = TorchBuild(cpu, ("--no-deps", "--no-index"), "the CPU build (no NVIDIA GPU here), from pip's local files")
    if _can_install(setup, local):
        return local
    index = ("--no-deps", "--index-url", CPU_INDEX)
    remote = TorchBuild(cpu, index, "the CPU build (no NVIDIA GPU here), from PyTorch's own index")
    if _can_install(setup, remote, *QUICK):
        return remote
    if setup.allow_cuda:
        return TorchBuild(default, (), "the CUDA build, as you allowed")
    raise SetupError(
        ErrorCode.UNREACHABLE,
        "There is no CPU build of torch to be had: pip has none on this disk and PyTorch's own index does not answer.",
        "Try again later, point PIP_FIND_LINKS at a folder with the wheel, or accept several GB with --allow-cuda.",
    )


def _can_install(setup: Setup, build: TorchBuild, *options: str) -> bool:
    command: list[Word] = [
        setup.python,
        "-m",
        "pip",
        "install",
        "--dry-run",
        *build.options,
        *options,
        build.requirement,
    ]
    return setup.runner.run(command).code == 0
