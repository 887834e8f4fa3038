"""The native host as `install.py` installs it, and its registration with a test's browser."""

import sys
import sysconfig
import venv
from pathlib import Path

from host.machine import this_machine
from host.paths import user_paths
from host.registration import NoRegistry, Place, Templates, register
from host.setup.launcher import relay_file, write_launcher
from host.setup.plan import Setup
from host.setup.runner import SystemRunner

ROOT = Path(__file__).resolve().parents[2]


def setup_of(prefix: Path, log: Path) -> Setup:
    """The installation in `prefix`, as the installer's steps take it."""
    return Setup(
        source=ROOT,
        prefix=prefix,
        paths=user_paths(),
        machine=this_machine(),
        runner=SystemRunner(log),
        registry=NoRegistry(),
        interpreter=Path(sys.executable),
    )


def launcher(folder: Path) -> Path:
    """The launcher of the environment that runs the tests; from one without, one made in `folder`."""
    installed = setup_of(Path(sys.prefix), folder / "log")
    if installed.launcher.exists() and relay_file(installed).exists():
        return installed.launcher
    return _made_in(folder).launcher


def _made_in(folder: Path) -> Setup:
    """An environment with the packages of this one and the sources of this repository."""
    setup = setup_of(folder / "env", folder / "log")
    venv.create(setup.prefix, symlinks=True)
    packages = relay_file(setup).parents[1]
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    (packages / "host").symlink_to(ROOT / "host")
    write_launcher(setup).perform(_nobody_looks)
    return setup


def _nobody_looks(*_progress: object) -> None:
    """Progress of a step, for a person who is not there."""


def register_with(place: Place, program: Path) -> None:
    """Let the browser that reads `place` start `program` as Ambry's host."""
    register(place, Templates.read(ROOT / "manifests"), program, NoRegistry())
