import sqlite3
import sys
from pathlib import Path

import pytest

from host.browsers import find
from host.handshake import HandshakeError, Welcome
from host.identity import PROTOCOL
from host.installation import Installation, record_file
from host.machine import Machine
from host.paths import user_paths
from host.registration import NoRegistry, Templates, places, profile_place, register
from host.serve import doctor

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = Templates.read(ROOT / "manifests")


@pytest.fixture
def paths():
    return user_paths()


@pytest.fixture
def machine(tmp_path):
    (tmp_path / "chromium").touch()
    return Machine("linux", tmp_path / "home", {"PATH": str(tmp_path)}, tmp_path / "system")


@pytest.fixture
def launcher(tmp_path):
    """A launcher of the real relay, with a real engine behind it."""
    program = tmp_path / "relay.py"
    script = f"import sys\nsys.path.append({str(ROOT)!r})\nfrom host import relay\n"
    program.write_text(script + "sys.exit(relay.main(sys.argv, engine='tests.echo_engine'))\n")
    path = tmp_path / "ambry-host"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -S "{program}" "$@"\n')
    path.chmod(0o755)
    return path


@pytest.fixture
def installation(paths, machine, launcher, tmp_path):
    """Ambry, registered with Chromium and a profile of its own."""
    profile = tmp_path / "profile"
    for place in (*places(find("chromium"), machine, paths.manifests), profile_place(profile)):
        register(place, TEMPLATES, launcher, NoRegistry())
    paths.data.mkdir(parents=True)
    record_file(paths).write_bytes(Installation(ROOT, tmp_path, launcher, (profile,)).to_json())
    return profile


@pytest.fixture
def answered(monkeypatch):
    """The launcher's answer, without starting it."""

    def answer(welcome):
        def handshake(launcher, environ):
            if isinstance(welcome, Exception):
                raise welcome
            return welcome

        monkeypatch.setattr(doctor, "handshake", handshake)

    answer(Welcome(doctor.__version__, PROTOCOL, 0.05, 0.5))
    return answer


def findings(paths, machine, check=None):
    found = doctor.diagnose(paths, {}, machine, NoRegistry())
    return [finding for finding in found if check in (None, finding.check)]


def test_a_whole_installation_is_found_good_through_a_real_handshake(
    paths, machine, installation, monkeypatch, tmp_path
):
    environ = {"AMBRY_HOME": str(paths.data.parent), "HOME": str(tmp_path)}
    found = doctor.diagnose(paths, environ, machine, NoRegistry())
    assert [(finding.check, finding.state) for finding in found] == [
        ("Chromium", "good"),
        (f"profile {installation}", "good"),
        ("handshake", "good"),
        ("model", "good"),
        ("database", "good"),
        ("logs", "note"),
    ]


def test_every_bad_finding_has_a_mend(paths, machine):
    bad = [finding for finding in findings(paths, machine) if finding.state == "bad"]
    assert [finding.check for finding in bad] == ["Chromium", "launcher"]
    assert all("install.py" in finding.mend for finding in bad)


def test_mode_12_a_browser_that_does_not_know_ambry_is_named_with_the_command(paths, machine):
    (finding,) = findings(paths, machine, "Chromium")
    assert finding.mend == "Run: python3 install.py --browser chromium"


def test_mode_13_a_broken_manifest_is_named_once_for_the_browsers_that_share_it(paths, machine, installation, answered):
    folder = machine.home / ".mozilla" / "native-messaging-hosts"
    folder.mkdir(parents=True)
    (folder / "ai.ambry.host.json").write_text("{")
    bad = [finding for finding in findings(paths, machine) if finding.state == "bad"]
    assert [(finding.check, finding.mend) for finding in bad] == [("Firefox", doctor.REINSTALL)]


def test_mode_13_a_launcher_that_is_gone_is_named_and_not_started(paths, machine, installation, launcher):
    launcher.unlink()
    (finding,) = findings(paths, machine, "launcher")
    assert "is gone" in finding.detail
    assert findings(paths, machine, "handshake") == []


def test_mode_13_a_handshake_that_fails_is_told_with_its_mend(paths, machine, installation, answered):
    answered(HandshakeError("internal", "The host did not answer in time.", "Look into the log."))
    (finding,) = findings(paths, machine, "handshake")
    assert (finding.state, finding.mend) == ("bad", "Look into the log.")


def test_mode_13_an_engine_of_another_version_is_named(paths, machine, installation, answered):
    answered(Welcome("9.9.9", PROTOCOL, 0.05, 0.5))
    (finding,) = findings(paths, machine, "handshake")
    assert "version 9.9.9" in finding.detail
    assert finding.state == "bad"


def test_mode_20_a_sandboxed_browser_is_a_note(paths, machine):
    (machine.home / "snap" / "chromium").mkdir(parents=True)
    (finding,) = findings(paths, machine, "Chromium (Snap)")
    assert finding.state == "note"
    assert finding.mend


def test_a_model_that_the_person_put_there_is_found_first(paths, machine):
    folder = paths.data / "models" / "bge-small-en-v1.5"
    folder.mkdir(parents=True)
    (folder / "model.safetensors").touch()
    (finding,) = findings(paths, machine, "model")
    assert str(folder) in finding.detail


def test_a_machine_without_a_model_is_told(paths, machine, monkeypatch):
    monkeypatch.setattr(doctor, "PACKAGED_MODEL", "no_such_model")
    (finding,) = findings(paths, machine, "model")
    assert (finding.state, finding.mend) == ("bad", doctor.REINSTALL)


def test_a_database_is_opened_for_reading_only(paths, machine):
    paths.data.mkdir(parents=True)
    sqlite3.connect(paths.database).execute("CREATE TABLE a (b)").connection.close()
    before = paths.database.read_bytes()
    (finding,) = findings(paths, machine, "database")
    assert finding.state == "good"
    assert str(paths.database) in finding.detail
    assert paths.database.read_bytes() == before


def test_a_damaged_database_is_told_with_the_mend(paths, machine):
    paths.data.mkdir(parents=True)
    paths.database.write_text("this is not a database, however long it may be" * 100)
    (finding,) = findings(paths, machine, "database")
    assert finding.state == "bad"
    assert "backup" in finding.mend
