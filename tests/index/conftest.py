import pytest

from host.index.database import Database


@pytest.fixture
def database(tmp_path):
    database = Database(tmp_path / "ambry.db")
    yield database
    database.close()
