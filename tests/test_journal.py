import logging

import pytest

from host.journal import open_journal


@pytest.fixture
def journal(ambry_home):
    root = logging.getLogger()
    level = root.level
    path = ambry_home / "state" / "x.log"
    handlers = []

    def start(max_bytes=1000):
        handlers.append(open_journal(path, max_bytes))
        return path

    yield start
    for handler in handlers:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)


def test_a_line_says_when_who_and_what(journal):
    path = journal()
    logging.getLogger("relay").info("connected")
    assert path.read_text().rstrip().endswith("INFO relay: connected")


def test_details_of_libraries_stay_out(journal):
    path = journal()
    logging.getLogger("httpx").info("GET https://example.org/private")
    assert not path.exists()


def test_a_full_log_is_put_aside_and_the_one_before_dropped(journal):
    path = journal(max_bytes=1000)
    for number in range(100):
        logging.getLogger("relay").info("line %d", number)
    assert sorted(file.name for file in path.parent.iterdir()) == ["x.log", "x.log.1"]
    assert all(file.stat().st_size <= 1000 for file in path.parent.iterdir())
    assert "line 99" in path.read_text()


def test_a_log_that_cannot_be_written_stops_nothing(journal, ambry_home, capsys):
    (ambry_home / "state").touch()
    journal()
    logging.getLogger("relay").info("connected")
    assert "Logging error" in capsys.readouterr().err
