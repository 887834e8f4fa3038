import pytest

from host.acquire.folders.names import FolderNames
from host.errors import ErrorCode, FolderError


@pytest.mark.parametrize(
    "name",
    [
        *(".hidden", ".git", ".~lock.report.odt#", ".report.md.Xk3Pq1", "~$thesis.docx", "~WRL0001.tmp", "notes.md~"),
        *("#notes.md#", "4913", ".notes.md.swp", "notes.swp", "paper.pdf.part", "paper.pdf.crdownload", "x.TMP"),
        *("notes.md.sb-1a2b3c4d-Zz9yX8", "notes.md___jb_tmp___", "old.bak"),
    ],
)
def test_hidden_and_temporary_files_are_left_out(name):
    names = FolderNames(())
    assert names.leave_out(f"guides/{name}", is_folder=False)
    assert names.leave_out_somewhere(f"guides/{name}")


@pytest.mark.parametrize("name", ["notes.md", "~notes.md", "report.tmpl.md", "4913.md", "part.md", "temp.md", "a~b.md"])
def test_what_only_looks_like_them_is_not(name):
    assert not FolderNames(()).leave_out(name, is_folder=False)
    assert not FolderNames(()).leave_out_somewhere(f"guides/{name}")


@pytest.mark.parametrize("folder", ["node_modules", "__pycache__", ".git", "@eaDir", "$RECYCLE.BIN"])
def test_folders_of_other_programs_are_left_out_with_all_that_is_in_them(folder):
    names = FolderNames(())
    assert names.leave_out(folder, is_folder=True)
    assert names.leave_out_somewhere(f"site/{folder}/deep/readme.md")


def test_a_file_may_be_called_like_such_a_folder():
    assert not FolderNames(()).leave_out("node_modules", is_folder=False)


@pytest.mark.parametrize(
    ("pattern", "path", "left_out"),
    [
        ("drafts/", "drafts/a.md", True),
        ("drafts/", "2024/drafts/deep/a.md", True),
        ("drafts/", "drafts.md", False),
        ("/top.md", "top.md", True),
        ("/top.md", "deep/top.md", False),
        ("*.log", "deep/a.log", True),
        ("a/**/b.md", "a/x/y/b.md", True),
    ],
)
def test_exclusions_mean_what_they_mean_in_gitignore(pattern, path, left_out):
    assert FolderNames((pattern,)).leave_out_somewhere(path) is left_out


@pytest.mark.parametrize("pattern", ["!", "[z-a]"])
def test_an_exclusion_that_cannot_be_understood_is_refused(pattern):
    with pytest.raises(FolderError) as error:
        FolderNames((pattern,))
    assert error.value.code is ErrorCode.FOLDER_REFUSED
    assert pattern in error.value.message


def test_accents_of_an_exclusion_and_of_a_name_may_be_written_in_two_ways():
    together, apart = "Caf\u00e9", "Cafe\u0301"
    for pattern, name in ((together, apart), (apart, together)):
        assert FolderNames([f"{pattern}/"]).leave_out(name, is_folder=True)
