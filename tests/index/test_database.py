import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from host.errors import ErrorCode, StoreError
from host.index.database import Database
from host.index.migrations import MIGRATIONS

WRITER = """
import sys
from pathlib import Path
from host.index.database import Database

database = Database(Path(sys.argv[1]))
n = 0
while True:
    with database.transaction() as connection:
        connection.execute("INSERT INTO settings VALUES (?, 'first half')", (f"{n}a",))
        connection.execute("INSERT INTO settings VALUES (?, 'second half')", (f"{n}b",))
    n += 1
    sys.stdout.write(f"{n}\\n")
    sys.stdout.flush()
"""


def count(database, table="settings"):
    with database.transaction() as connection:
        return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def set_value(database, name, value="value"):
    with database.transaction() as connection:
        connection.execute("INSERT INTO settings VALUES (?, ?)", (name, value))


@pytest.mark.skipif(os.name == "nt", reason="modes are those of POSIX")
def test_only_the_user_may_read_the_files(tmp_path):
    path = tmp_path / "folder" / "ambry.db"
    database = Database(path)
    set_value(database, "a")
    assert {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {
        "ambry.db": 0o600,
        "ambry.db-wal": 0o600,
        "ambry.db-shm": 0o600,
    }
    database.close()


def test_a_transaction_is_all_or_nothing(database):
    with pytest.raises(ValueError, match="half way"), database.transaction() as connection:
        connection.execute("INSERT INTO settings VALUES ('a', 'b')")
        raise ValueError("half way")
    assert count(database) == 0
    set_value(database, "a")
    assert count(database) == 1


def test_what_was_written_is_there_after_opening_again(tmp_path):
    first = Database(tmp_path / "ambry.db")
    set_value(first, "a")
    first.close()
    second = Database(tmp_path / "ambry.db")
    assert count(second) == 1
    second.close()


def test_lone_surrogates_are_stored_as_replacement_characters(database):
    set_value(database, "a", "x\ud800y")
    with database.transaction() as connection:
        connection.executemany("INSERT INTO settings VALUES (?, ?)", [("b", "\udfff")])
        assert connection.execute("SELECT value FROM settings ORDER BY name").fetchall() == [("x\ufffdy",), ("\ufffd",)]


def test_a_newer_database_is_refused_and_left_as_it_is(tmp_path):
    path = tmp_path / "ambry.db"
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError) as caught:
        Database(path)
    assert caught.value.code == ErrorCode.DATABASE_NEWER
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"This is no database. " * 100, b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(tmp_path, content):
    path = tmp_path / "ambry.db"
    path.write_bytes(content)
    with pytest.raises(StoreError) as caught:
        Database(path)
    assert caught.value.code == ErrorCode.DATABASE_DAMAGED
    assert caught.value.next_step
    assert path.read_bytes() == content


def test_damage_found_later_is_told_too(tmp_path):
    path = tmp_path / "ambry.db"
    database = Database(path)
    for number in range(500):
        set_value(database, str(number), "x" * 500)
    database.close()
    content = bytearray(path.read_bytes())
    half = len(content) // 2
    content[half:] = b"\xa5" * (len(content) - half)
    path.write_bytes(content)
    database = Database(path)
    with pytest.raises(StoreError) as caught, database.transaction() as connection:
        connection.execute("SELECT * FROM settings").fetchall()
    assert caught.value.code == ErrorCode.DATABASE_DAMAGED
    database.close()


def test_a_full_disk_is_told_and_nothing_is_lost(database):
    set_value(database, "a")
    with database.transaction() as connection:
        connection.execute("PRAGMA max_page_count = 1")  # SQLite answers as on a full disk
    with pytest.raises(StoreError) as caught:
        for number in range(100):
            set_value(database, f"large {number}", "x" * 100_000)
    assert caught.value.code == ErrorCode.DISK_FULL
    with database.transaction() as connection:
        connection.execute("PRAGMA max_page_count = 1000000")
    set_value(database, "b")
    with database.transaction() as connection:
        assert {"a", "b"} <= {name for (name,) in connection.execute("SELECT name FROM settings")}


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="cannot be used") as caught:
        Database(tmp_path / "file" / "ambry.db")
    assert caught.value.next_step


def test_a_mistake_of_ours_is_not_taken_for_the_disk(database):
    set_value(database, "a")
    with pytest.raises(sqlite3.IntegrityError):
        set_value(database, "a")


def test_threads_take_turns(database):
    def write(name):
        for number in range(50):
            set_value(database, f"{name}{number}")

    threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert count(database) == 200


def test_a_killed_engine_loses_nothing_that_was_committed(tmp_path):
    path = tmp_path / "ambry.db"
    root = Path(__file__).parents[2]
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, cwd=root, text=True)
    committed = 0
    for line in writer.stdout:
        committed = int(line)
        if committed >= 50:
            writer.kill()
            break
    writer.wait()
    writer.stdout.close()
    database = Database(path)
    halves = count(database)
    assert halves >= 2 * committed
    assert halves % 2 == 0
    with database.transaction() as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()
