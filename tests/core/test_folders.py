import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.core.folders import (
    Difference,
    KnownFile,
    Look,
    Stamp,
    WatchedFolder,
    arrange,
    compare,
    document_uri,
    folder_of,
    free_name,
    is_missing,
    overlapping,
    rests,
    to_hash,
)
from host.core.jobs import ItemState

SECOND = 1_000_000_000
NOW = 1_000 * SECOND
FOLDER = WatchedFolder(1, 1, "my notes", "/home/ada/Notes", "Notes", device=5)


def stamp(size=1, age=60.0):
    return Stamp(size, NOW - int(age * SECOND))


def known(*files):
    return {file.path: file for file in files}


def file(path, text="x", state=ItemState.INDEXED, **fields):
    return KnownFile(path, fields.get("stamp", stamp(len(text))), text, state)


def look(files, **fields):
    return Look(files, NOW, 5, **fields)


@pytest.mark.parametrize(
    ("before", "seen", "difference"),
    [
        # nothing changed
        ([file("a")], look({"a": stamp()}), Difference()),
        # new, changed, gone
        ([file("a")], look({"a": stamp(2), "b": stamp()}), Difference(("a", "b"))),
        ([file("a"), file("b/c")], look({}), Difference(gone=("a", "b/c"))),
        # still written to
        ([], look({"a": stamp(age=0.1)}), Difference(unrested=("a",))),
        ([], look({"a": stamp(size=2_000_000, age=1.0)}), Difference(unrested=("a",))),
        # only what was looked at can be gone
        ([file("a"), file("b/c"), file("bc")], look({}, paths=("b",)), Difference(gone=("b/c",))),
        ([file("a"), file("b")], look({}, paths=("",)), Difference(gone=("a", "b"))),
        # what could not be looked at is not gone
        ([file("a"), file("b/c"), file("d")], look({}, unread={"b": "No.", "d": "No."}), Difference(gone=("a",))),
    ],
)
def test_a_look_is_compared_with_what_is_known(before, seen, difference):
    assert compare(known(*before), seen) == difference


@pytest.mark.parametrize(
    ("size", "age", "resting"),
    [(1, 0.0, False), (1, 0.29, False), (1, 0.31, True), (2_000_000, 1.9, False), (2_000_000, 2.1, True)],
)
def test_a_file_rests_when_nobody_wrote_to_it_for_a_while(size, age, resting):
    assert rests(stamp(size, age), NOW) is resting


def test_the_size_of_a_difference_is_what_there_is_to_do():
    assert Difference(("a",), ("b", "c"), ("d",)).size == 3


def test_a_time_to_come_is_a_wrong_clock_and_no_reason_to_wait():
    assert rests(stamp(age=-3600), NOW)


@pytest.mark.parametrize(
    ("files", "device", "empty", "missing"),
    [
        ([file("a")], 6, True, True),  # the drive was taken out
        ([file("a")], 5, True, False),  # all files were deleted
        ([file("a")], 6, False, False),  # the drive has another number now
        ([], 6, True, False),  # it never had a file
    ],
)
def test_an_empty_folder_on_another_device_is_one_whose_drive_is_not_there(files, device, empty, missing):
    seen = replace(look({}), device=device, empty=empty)
    assert is_missing(known(*files), FOLDER, seen) is missing


def test_only_files_as_large_as_a_document_in_question_are_hashed():
    before = known(file("a", "xx"), file("b", "yyy"), file("c", "zzzz"))
    seen = look({"n": stamp(2), "m": stamp(3), "c": stamp(4, age=9)})
    assert to_hash(before, Difference(("c", "m", "n"), ("a",)), seen) == ("c", "n")


def arranged(before, difference, hashes):
    found = arrange(known(*before), difference, hashes)
    return found.same, found.moved, found.removed


@pytest.mark.parametrize(
    ("before", "difference", "hashes", "expected"),
    [
        # renamed
        ([file("a", "A")], Difference(("b",), ("a",)), {"b": "A"}, ((), (("a", "b"),), ())),
        # deleted, and another one came
        ([file("a", "A")], Difference(("b",), ("a",)), {"b": "B"}, ((), (), ("a",))),
        # saved again without a change
        ([file("a", "A")], Difference(("a",)), {"a": "A"}, (("a",), (), ())),
        # changed
        ([file("a", "A")], Difference(("a",)), {"a": "B"}, ((), (), ())),
        # renamed over another one, which is gone with that
        ([file("a", "A"), file("b", "B")], Difference(("b",), ("a",)), {"b": "A"}, ((), (("a", "b"),), ("b",))),
        # changed places
        (
            [file("a", "A"), file("b", "B")],
            Difference(("a", "b")),
            {"a": "B", "b": "A"},
            ((), (("a", "b"), ("b", "a")), ()),
        ),
        # changed, but a copy of what it was is left
        (
            [file("a", "A"), file("copy", "A", ItemState.SKIPPED)],
            Difference(("a",)),
            {"a": "B"},
            ((), (("a", "copy"),), ()),
        ),
        # the copy went too
        ([file("a", "A"), file("copy", "A", ItemState.SKIPPED)], Difference((), ("a", "copy")), {}, ((), (), ("a",))),
        # copied: the first stays where it is
        ([file("a", "A")], Difference(("a", "b")), {"a": "A", "b": "A"}, (("a",), (), ())),
        # a file without a document has none to give
        ([file("a", "A", ItemState.FAILED)], Difference(("b",), ("a",)), {"b": "A"}, ((), (), ())),
    ],
)
def test_documents_follow_their_bytes(before, difference, hashes, expected):
    assert arranged(before, difference, hashes) == expected


PATHS = ["a", "b", "c", "d/a", "d/b"]
TREES = st.dictionaries(st.sampled_from(PATHS), st.sampled_from(["A", "B", "CC", "DD"]))


@given(st.lists(TREES, min_size=1, max_size=6), st.integers())
def test_however_files_change_each_text_has_one_document_at_a_path_that_has_it(trees, seed):
    """The whole story with a dict for the index: rearrange, then read what is left."""
    chance = random.Random(seed)
    files, documents = {}, {}
    for tree in trees:
        seen = look({path: Stamp(len(text), chance.randrange(NOW // 2)) for path, text in tree.items()})
        difference = compare(files, seen)
        hashes = {path: tree[path] for path in to_hash(files, difference, seen)}
        arrangement = arrange(files, difference, hashes)
        kept = dict(documents)
        for path in {*arrangement.removed, *difference.gone} - {origin for origin, _ in arrangement.moved}:
            documents.pop(path, None)
            files.pop(path)
        following = {home: documents.pop(origin) for origin, home in arrangement.moved}
        for origin, _ in arrangement.moved:
            files.pop(origin)
        assert not documents.keys() & following.keys()
        documents |= following
        for home, text in following.items():
            files[home] = KnownFile(home, seen.files[home] if home in seen.files else stamp(), text, ItemState.INDEXED)
        for path in arrangement.same:
            files[path] = replace(files[path], stamp=seen.files[path])
        made = set()
        for path in difference.to_read:
            if path in following or path in arrangement.same:
                continue
            documents.pop(path, None)
            twin = tree[path] in documents.values()
            state = ItemState.SKIPPED if twin else ItemState.INDEXED
            files[path] = KnownFile(path, seen.files[path], tree[path], state)
            if not twin:
                documents[path] = tree[path]
                made.add(tree[path])
        assert sorted(documents.values()) == sorted(set(tree.values()))
        assert all(tree[path] == text for path, text in documents.items())
        assert not made & set(kept.values()), "what was there was embedded again"


@pytest.mark.parametrize(("path", "folder"), [("a.md", ""), ("guides/a.md", "guides/"), ("a/b/c.md", "a/b/")])
def test_the_folder_of_a_file_ends_in_a_slash(path, folder):
    assert folder_of(path) == folder


def test_the_folder_of_a_file_is_as_people_type_it():
    assert folder_of("Cafe\u0301/menu.md") == "Caf\u00e9/"


def test_an_address_is_of_the_vault_the_folder_and_the_path():
    assert document_uri(FOLDER, "Ünder way/50 %.md") == "ambry:///my%20notes/Notes/%C3%9Cnder%20way/50%20%25.md"


@pytest.mark.parametrize(
    ("path", "taken", "name"),
    [
        ("/home/ada/Notes", set(), "Notes"),
        ("/mnt/Notes", {"Notes"}, "Notes 2"),
        ("/x/Notes", {"Notes", "Notes 2", "Other"}, "Notes 3"),
        ("/", set(), "folder"),
    ],
)
def test_two_folders_of_a_vault_never_share_a_name(path, taken, name):
    assert free_name(path, taken) == name


@pytest.mark.parametrize(
    ("path", "overlaps"),
    [
        ("/home/ada/Notes", True),
        ("/home/ada/Notes/deep", True),
        ("/home/ada", True),
        ("/home/ada/Notes2", False),
        ("/home/ada/Papers", False),
    ],
)
def test_a_folder_overlaps_with_what_it_holds_and_what_holds_it(path, overlaps):
    assert (overlapping(path, [FOLDER]) is FOLDER) is overlaps
