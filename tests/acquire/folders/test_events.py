"""What is heard of a real folder."""

import asyncio
import sys
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest

from host.acquire.folders import events as folder_events
from host.core.folder_ports import Hint
from host.core.folders import WatchedFolder

linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system listens to a whole tree by itself")


@pytest.fixture
def notes(tmp_path):
    root = tmp_path / "Notes"
    (root / "guides").mkdir(parents=True)
    return WatchedFolder(1, 1, "notes", str(root), "Notes", ("drafts/",))


@asynccontextmanager
async def listening(notes):
    """Hints from when the listener is at work."""
    async with aclosing(folder_events.hints(notes)) as hints:
        assert await anext(hints) == Hint()
        assert await within(anext(hints)) == Hint()
        yield hints


async def within(wait, seconds=10):
    async with asyncio.timeout(seconds):
        return await wait


def write(notes, path):
    file = Path(notes.path, path)
    file.parent.mkdir(exist_ok=True)
    file.write_text("text")
    return file


async def test_a_change_is_a_hint_where_to_look(notes):
    async with listening(notes) as hints:
        write(notes, "a.md")
        write(notes, "guides/b.md")
        assert await within(anext(hints)) == Hint(("a.md", "guides/b.md"))


async def test_what_is_left_out_is_not_heard_of(notes):
    async with listening(notes) as hints:
        for path in (".hidden.md", "a.md~", "drafts/a.md", "node_modules/b.md"):
            write(notes, path)
        write(notes, "last.md")
        heard = set()
        while "last.md" not in heard:
            heard |= {*(await within(anext(hints))).paths}
        assert heard <= {"last.md", "drafts", "node_modules"}


@linux
async def test_a_new_folder_is_listened_to(notes):
    async with listening(notes) as hints:
        Path(notes.path, "new").mkdir()
        assert await within(anext(hints)) == Hint(("new",))
        assert await within(anext(hints)) == Hint()
        write(notes, "new/a.md")
        assert await within(anext(hints)) == Hint(("new/a.md",))


@linux
async def test_links_out_of_the_folder_are_not_listened_to(notes, tmp_path):
    (tmp_path / "outside").mkdir()
    Path(notes.path, "link").symlink_to(tmp_path / "outside")
    Path(notes.path, "loop").symlink_to(notes.path)
    async with listening(notes) as hints:
        (tmp_path / "outside" / "a.md").write_text("text")
        write(notes, "b.md")
        assert await within(anext(hints)) == Hint(("b.md",))


async def test_it_ends_when_the_folder_is_gone(notes):
    async with listening(notes) as hints:
        Path(notes.path).rename(f"{notes.path} elsewhere")
        with pytest.raises(StopAsyncIteration):
            while True:
                await within(anext(hints))


async def test_another_folder_in_its_place_is_looked_at_and_listened_to(notes):
    async with listening(notes) as hints:
        Path(notes.path).rename(f"{notes.path} elsewhere")
        Path(notes.path).mkdir()
        assert await within(anext(hints)) == Hint()
        write(notes, "a.md")
        assert await within(anext(hints)) == Hint(("a.md",))


async def test_now_and_then_everything_is_looked_at(notes, monkeypatch):
    monkeypatch.setattr(folder_events, "_WHOLE_EVERY", 0.0)
    async with listening(notes) as hints:
        assert await within(anext(hints)) == Hint()


async def test_changes_that_came_while_nobody_asked_are_one_hint(notes):
    async with listening(notes) as hints:
        write(notes, "a.md")
        await asyncio.sleep(1)
        write(notes, "guides/b.md")
        await asyncio.sleep(1)
        assert await within(anext(hints)) == Hint(("a.md", "guides/b.md"))


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), RuntimeError("limit reached")])
async def test_where_the_system_reports_nothing_more_the_folder_is_looked_at_again_and_again(
    notes, monkeypatch, caplog, error
):
    def full(*paths, **options):
        raise error

    monkeypatch.setattr(folder_events, "watch", full)
    monkeypatch.setattr(folder_events, "_POLL_EVERY", 0.01)
    async with aclosing(folder_events.hints(notes)) as hints:
        assert await anext(hints) == Hint()
        hint = await within(anext(hints))
        assert hint.paths == ()
        assert "so many folders" in hint.polling
        assert str(error) in caplog.text
        assert await within(anext(hints)) == hint


async def test_a_folder_that_goes_before_it_is_listened_to_is_no_reason_to_give_up(notes, monkeypatch):
    really, calls = folder_events.watch, []

    def watch(*paths, **options):
        calls.append(paths)
        if len(calls) == 1:
            raise FileNotFoundError(2, "No such file or directory")
        return really(*paths, **options)

    monkeypatch.setattr(folder_events, "watch", watch)
    async with listening(notes) as hints:
        write(notes, "a.md")
        assert await within(anext(hints)) == Hint(("a.md",))


@linux
async def test_the_limit_of_the_system_is_an_error_that_is_heard_of(notes, monkeypatch):
    asked = {}
    monkeypatch.setattr(folder_events, "watch", lambda *paths, **options: asked.update(options) or [])
    folder_events._listen(notes.path, folder_events.FolderNames(()), None, lambda batch: None)
    assert asked["ignore_permission_denied"] is False


async def test_a_network_drive_is_looked_at_again_and_again(notes, monkeypatch):
    monkeypatch.setattr(folder_events, "is_remote", lambda path: True)
    monkeypatch.setattr(folder_events, "_POLL_EVERY", 0.01)
    async with aclosing(folder_events.hints(notes)) as hints:
        first = await within(anext(hints))
        assert "drive" in first.polling
        assert await within(anext(hints)) == first


async def test_a_whole_tree_is_listened_to_where_that_is_the_systems_own(notes, monkeypatch):
    monkeypatch.setattr(folder_events, "_BY_FOLDER", False)
    async with listening(notes) as hints:
        write(notes, "guides/a.md")
        assert await within(anext(hints)) == Hint(("guides/a.md",))
