from pathlib import Path

from host.setup.plan import Stamps, digest_of, files_below
from tests.setup.fakes import make_setup


def test_stamps_remember_what_a_step_worked_on(tmp_path):
    stamps = Stamps(tmp_path / "new" / "stamps.json")
    assert not stamps.matches("torch", "1")
    stamps.write("torch", "1")
    stamps.write("ambry", "2")
    assert stamps.matches("torch", "1")
    assert not stamps.matches("torch", "2")
    assert stamps.matches("ambry", "2")


def test_damaged_stamps_mean_that_the_work_is_done_again(tmp_path):
    for content in ("{", "[]"):
        (tmp_path / "stamps.json").write_text(content)
        assert not Stamps(tmp_path / "stamps.json").matches("torch", "1")


def test_a_digest_changes_with_a_files_content_its_name_and_the_words(tmp_path):
    first, second = tmp_path / "a", tmp_path / "b"
    first.write_text("same")
    second.write_text("same")
    digests = {digest_of([first]), digest_of([second]), digest_of([first], "word"), digest_of([first, second])}
    assert len(digests) == 4
    before = digest_of([first])
    first.write_text("other")
    assert digest_of([first]) != before


def test_a_tree_is_read_without_the_folders_to_skip(tmp_path):
    for name in ("a.py", "sub/b.py", "node_modules/c.js", "sub/node_modules/d.js"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = {file.relative_to(tmp_path) for file in files_below(tmp_path, frozenset({"node_modules"}))}
    assert found == {Path("a.py"), Path("sub/b.py")}


def test_programs_lie_where_each_system_puts_them(tmp_path):
    linux, windows = make_setup(tmp_path), make_setup(tmp_path, platform="win32")
    assert linux.command == tmp_path / "env" / "bin" / "ambry"
    assert linux.launcher == tmp_path / "env" / "bin" / "ambry-host"
    assert linux.python == tmp_path / "env" / "bin" / "python"
    assert windows.command == tmp_path / "env" / "Scripts" / "ambry.exe"
    assert windows.launcher == tmp_path / "env" / "Scripts" / "ambry-host.bat"
    assert windows.python == tmp_path / "env" / "Scripts" / "python.exe"
