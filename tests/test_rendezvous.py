import subprocess
import sys

import pytest

from host import rendezvous
from host.errors import AmbryError, ErrorCode, StoreError
from host.paths import user_paths
from host.rendezvous import Rendezvous, start_engine


@pytest.fixture
def paths():
    return user_paths()


class Child:
    """A process whose end is decided by the test."""

    def __init__(self, code=None) -> None:
        self.code = code

    def poll(self):
        return self.code


@pytest.fixture
def children(monkeypatch):
    """Replaces the starting of processes: each start takes the next of these."""
    waiting, started = [], []

    def start(paths, engine):
        started.append(engine)
        return waiting.pop(0)

    monkeypatch.setattr(rendezvous, "start_engine", start)
    return waiting, started


def test_one_engine_is_started_and_waited_for_with_growing_patience(paths, children):
    waiting, started = children
    waiting.append(Child())
    meeting = Rendezvous(paths, "an.engine")
    delays = [meeting.next_delay() for _ in range(8)]
    assert started == ["an.engine"]
    assert delays == [0.05, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0, 1.0]


def test_an_engine_that_came_second_to_one_that_left_is_started_again(paths, children):
    waiting, started = children
    waiting += [Child(0), Child(0), Child()]
    meeting = Rendezvous(paths)
    for _ in range(5):
        meeting.next_delay()
    assert started == [rendezvous.ENGINE] * 3


def test_an_engine_that_fails_is_not_waited_for(paths, children):
    children[0].append(Child(1))
    meeting = Rendezvous(paths)
    meeting.next_delay()
    with pytest.raises(AmbryError, match="code 1") as caught:
        meeting.next_delay()
    assert caught.value.code == ErrorCode.ENGINE_UNAVAILABLE
    assert str(paths.log) in caught.value.next_step


def test_patience_ends(paths, children):
    meeting = Rendezvous(paths, patience=0)
    assert meeting.remaining == 0.1
    with pytest.raises(AmbryError, match="does not answer"):
        meeting.next_delay()
    assert children[1] == []


def test_a_started_process_is_detached_and_writes_its_last_words_to_the_log(paths):
    child = start_engine(paths, "tests.no_such_engine")
    assert child.wait(20) == 1
    assert "no_such_engine" in paths.log.read_text()
    assert child.stdin is child.stdout is child.stderr is None


def test_a_program_that_is_not_there_is_a_sentence(paths, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(AmbryError, match="cannot be started") as caught:
        start_engine(paths)
    assert "install.py" in caught.value.next_step


def test_a_folder_that_cannot_be_is_a_sentence(paths):
    paths.state.parent.mkdir(exist_ok=True)
    paths.state.touch()
    with pytest.raises(StoreError):
        start_engine(paths)


@pytest.mark.parametrize("breakaway_allowed", [True, False])
def test_on_windows_the_engine_leaves_the_browsers_job_where_it_may(paths, monkeypatch, breakaway_allowed):
    flags = {"DETACHED_PROCESS": 8, "CREATE_NEW_PROCESS_GROUP": 512, "CREATE_BREAKAWAY_FROM_JOB": 1 << 24}
    for name, value in flags.items():
        monkeypatch.setattr(subprocess, name, value, raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    tried = []

    class Popen:
        def __init__(self, command, *, creationflags, start_new_session, **rest) -> None:
            tried.append(creationflags)
            assert not start_new_session
            if creationflags & flags["CREATE_BREAKAWAY_FROM_JOB"] and not breakaway_allowed:
                raise PermissionError("not allowed")

        def wait(self):
            return 0

    monkeypatch.setattr(subprocess, "Popen", Popen)
    start_engine(paths)
    assert tried == [8 | 512 | 1 << 24] + ([] if breakaway_allowed else [8 | 512])
