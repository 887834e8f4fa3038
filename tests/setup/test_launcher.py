import subprocess
import sys

import pytest

from host.setup.launcher import launcher_content, relay_file, write_launcher
from tests.setup.fakes import make_setup, silent


def test_mode_15_the_launcher_names_its_interpreter_absolutely(tmp_path):
    setup = make_setup(tmp_path)
    shell, command = launcher_content(setup).decode().splitlines()
    assert shell == "#!/bin/sh"
    assert command == f'exec "{setup.python}" -I -S "{relay_file(setup)}" "$@"'
    assert setup.python.is_absolute()
    assert relay_file(setup).is_absolute()


def test_windows_gets_a_batch_file(tmp_path):
    setup = make_setup(tmp_path, platform="win32")
    first, command = launcher_content(setup).decode().split("\r\n")[:2]
    assert first == "@echo off"
    assert command == f'"{setup.python}" -I -S "{relay_file(setup)}" %*'


def test_windows_is_told_the_encoding_of_a_name_beyond_ascii(tmp_path):
    plain, accented = (make_setup(tmp_path / name, platform="win32") for name in ("Ada", "Zoë"))
    assert b"chcp" not in launcher_content(plain)
    assert launcher_content(accented).splitlines()[1] == b"chcp 65001 >nul"


def test_the_launcher_passes_the_browsers_arguments_on(tmp_path):
    setup = make_setup(tmp_path / "a folder")
    setup.python.parent.mkdir(parents=True)
    setup.python.symlink_to(sys.executable)
    relay_file(setup).parent.mkdir(parents=True)
    relay_file(setup).write_text("import sys; print(sys.argv[1:], sys.flags.isolated, sys.flags.no_site)")
    write_launcher(setup).perform(silent)
    output = subprocess.check_output([setup.launcher, "chrome-extension://x/", "a b"], text=True)
    assert output == "['chrome-extension://x/', 'a b'] 1 1\n"


def test_the_launcher_is_written_once_and_again_when_it_is_damaged(tmp_path):
    setup = make_setup(tmp_path)
    step = write_launcher(setup)
    assert not step.is_done()
    assert step.perform(silent) == str(setup.launcher)
    assert step.is_done()
    setup.launcher.chmod(0o644)
    assert not step.is_done()
    setup.launcher.write_text("#!/bin/sh\r\n")
    assert not step.is_done()


@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_the_relay_lies_in_the_environment(tmp_path, platform):
    setup = make_setup(tmp_path, platform=platform)
    assert relay_file(setup).is_relative_to(setup.prefix)
    assert relay_file(setup).parts[-3:] == ("site-packages", "host", "relay.py")
