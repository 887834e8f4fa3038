"""Installs Ambry: python3 install.py. With --demo it also shows what it does, with --test it checks itself.

Standard library only: this runs before anything is installed. The steps are in host/setup/.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # said before anything is imported that an old Python cannot read
    sys.exit(
        "Ambry needs Python 3.11 or newer, and this is Python {}.{}.\n"
        "Install a newer one (python.org, or your system's packages) and run it by name: python3.12 install.py".format(
            *sys.version_info[:2]
        )
    )

import argparse
import io
from pathlib import Path

from host import __version__
from host.errors import AmbryError, ErrorCode
from host.installation import read_installation
from host.machine import this_machine
from host.paths import Paths, user_paths
from host.registration import system_registry
from host.setup import browsers as registering
from host.setup import checks, environment, extension, launcher, removal
from host.setup.console import Console
from host.setup.failure import from_os_error
from host.setup.plan import Setup, Step
from host.setup.runner import SystemRunner

SOURCE = Path(__file__).resolve().parent
INTERRUPTED = 130


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Install Ambry for this user.")
    parser.add_argument("--demo", action="store_true", help="install, then index a sample and answer four questions")
    parser.add_argument("--test", action="store_true", help="install what the tests need, in build/, and run them all")
    parser.add_argument("--prefix", type=Path, metavar="DIR", help="where the private environment goes")
    parser.add_argument("--browser", action="append", default=[], metavar="NAME", help="register with this one only")
    parser.add_argument(
        "--profile",
        action="append",
        type=Path,
        default=[],
        metavar="DIR",
        help="register with this --user-data-dir, and not with the browser's own",
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would be done and change nothing")
    parser.add_argument("--allow-cuda", action="store_true", help="take torch's CUDA build when no CPU build answers")
    parser.add_argument("--uninstall", action="store_true", help="take everything out again, but keep your data")
    parser.add_argument("--purge", action="store_true", help="with --uninstall: delete your data too")
    parser.add_argument("--yes", action="store_true", help="do not ask before --purge")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a folder's name may hold what the terminal cannot show
    console = Console(sys.stdout)
    paths = user_paths({"AMBRY_HOME": str(SOURCE / "build" / "test-home")}) if options.test else user_paths()
    runner = SystemRunner(paths.state / "install.log")
    setup = make_setup(options, paths, runner)
    try:
        return run(options, setup, console)
    except AmbryError as error:
        tell_failure(error, runner, console)
    except BrokenPipeError:  # whoever read our output has left
        return 1
    except OSError as error:
        tell_failure(from_os_error(error), runner, console)
    except KeyboardInterrupt:
        console.say("Interrupted. Run the same command again: it goes on where it stopped.")
        return INTERRUPTED
    return 1


def make_setup(options: argparse.Namespace, paths: Paths, runner: SystemRunner) -> Setup:
    installation = read_installation(paths) if options.uninstall else None
    default = SOURCE / "build" / "test-env" if options.test else paths.data / "env"
    prefix = options.prefix or (installation.prefix if installation else default)
    return Setup(
        source=SOURCE,
        prefix=prefix.expanduser().absolute(),
        paths=paths,
        machine=this_machine(),
        runner=runner,
        registry=system_registry(),
        interpreter=Path(sys.executable),
        lock="requirements-test.lock" if options.test else "requirements.lock",
        allow_cuda=options.allow_cuda,
    )


def run(options: argparse.Namespace, setup: Setup, console: Console) -> int:
    if options.uninstall:
        return remove(options, setup, console)
    console.say(f"Installing Ambry {__version__} into {setup.prefix}")
    if options.test:
        return test(options, setup, console)
    return install(options, setup, console)


def install(options: argparse.Namespace, setup: Setup, console: Console) -> int:
    profiles = [profile.expanduser().absolute() for profile in options.profile]
    chosen = registering.choose_browsers(setup, options.browser, profiles)
    steps = [
        *environment_steps(setup),
        extension.install_node(setup),
        extension.install_extension_packages(setup),
        extension.build_extension(setup),
        extension.place_extension(setup),
        registering.register_host(setup, chosen, profiles),
    ]
    take(steps, options.dry_run, console)
    if options.dry_run:
        return 0
    code = setup.runner.show([setup.python, SOURCE / "tests" / "demo.py"], SOURCE) if options.demo else 0
    registering.tell_how_to_load(setup, console, chosen, profiles)
    registering.tell_what_is_unsupported(setup, console)
    console.heading("Then open Ambry on any page and ask. To see that all is well:")
    console.line(f"{setup.command} doctor", 2)
    return code


def environment_steps(setup: Setup) -> list[Step]:
    return [
        environment.make_environment(setup),
        environment.install_packages(setup, setup.lock, "Packages"),
        environment.install_torch(setup),
        environment.start_once(setup),
        environment.install_ambry(setup),
        environment.prepare_model(setup),
        launcher.write_launcher(setup),
    ]


def test(options: argparse.Namespace, setup: Setup, console: Console) -> int:
    steps = [
        *environment_steps(setup),
        extension.install_node(setup),
        extension.install_extension_packages(setup),
        checks.install_browsers(setup),
    ]
    take(steps, options.dry_run, console)
    if options.dry_run:
        return 0
    return checks.run_checks(setup, checks.all_checks(setup), console)


def take(steps: list[Step], dry_run: bool, console: Console) -> None:
    """Take the steps that are needed, or only tell which they are."""
    for step in steps:
        if step.is_done():
            console.already(step.title)
        elif dry_run:
            console.say(f"Would: {step.plan}", 2)
        else:
            with console.step(step.title) as (progress, close):
                close(step.perform(progress))


def remove(options: argparse.Namespace, setup: Setup, console: Console) -> int:
    if options.dry_run:
        console.say(f"Would remove {setup.prefix}, {setup.extension} and Ambry's registration with every browser.")
        return 0
    removal.uninstall(setup, console)
    folders = removal.kept_folders(setup)
    if options.purge and folders and (options.yes or confirmed(folders)):
        removal.purge(folders, console)
    else:
        removal.tell_what_stays(folders, console)
    return 0


def confirmed(folders: list[Path]) -> bool:
    question = f"Delete everything you indexed, in {' and '.join(map(str, folders))}? Type yes: "
    return sys.stdin.isatty() and input(question).strip().lower() == "yes"


def tell_failure(error: AmbryError, runner: SystemRunner, console: Console) -> None:
    console.heading(error.message)
    if error.next_step:
        console.say(error.next_step)
    if error.code is ErrorCode.INTERNAL and runner.log.exists():
        console.line(f"Log: {runner.log}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
