"""`ambry site index`, `ambry vault add` and `ambry jobs`, against a scripted engine."""

import sys

import pytest

from host.contract import events, requests, results
from host.contract.views import ErrorView, JobItemView
from host.errors import AmbryError, ErrorCode, NotFoundError
from tests.serve.cli.conftest import make_job, press_ctrl_c

ITEMS = (
    JobItemView(uri="https://larkspur.example/", state="indexed"),
    JobItemView(uri="https://larkspur.example/faq.html", state="unchanged"),
    JobItemView(
        uri="https://larkspur.example/drafts/",
        state="skipped",
        reason="robots.txt forbids it",
        code="robots_disallowed",
    ),
    JobItemView(uri="https://larkspur.example/old.html", state="failed", reason="HTTP 404"),
)


def script_job(client, *, end="done", items=ITEMS, error=None):
    client.script[requests.IndexSite] = results.JobStarted(job=make_job(state="queued"))
    client.script[requests.AddFiles] = results.JobStarted(job=make_job(kind="add_files", title="garden"))
    ended = make_job(state=end, error=error)
    client.script[requests.WatchJob] = [
        events.Job(id="1", job=make_job(indexed=2, total=0)),
        events.Job(id="1", job=ended),
        results.JobReport(job=ended, items=items),
    ]
    client.script[requests.ListJobs] = results.Jobs(jobs=(ended,))


@pytest.fixture(autouse=True)
def job(client):
    script_job(client)


def test_indexing_a_site_ends_with_the_account_of_every_page(ambry, client):
    result = ambry("site", "index", "larkspur.example", "--max-pages", 9)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "larkspur.example: 1 indexed, 1 unchanged, 1 skipped, 1 failed.",
        "  skipped   https://larkspur.example/drafts/  robots.txt forbids it",
        "  failed    https://larkspur.example/old.html  HTTP 404",
    ]
    assert client.last(requests.IndexSite).url == "https://larkspur.example"
    assert client.last(requests.IndexSite).max_pages == 9


def test_indexing_a_site_prints_json(ambry_json):
    code, printed = ambry_json("site", "index", "https://larkspur.example")
    assert (code, printed["job"]["state"], len(printed["items"])) == (0, "done", 4)


@pytest.mark.parametrize(
    ("end", "error", "words"),
    [
        ("cancelled", None, "The job was stopped"),
        ("failed", ErrorView(code=ErrorCode.DISK_FULL, message="The disk is full.", next_step="Free some."), "Free"),
    ],
)
def test_a_job_that_does_not_finish_is_a_failure(ambry, client, end, error, words):
    script_job(client, end=end, error=error)
    result = ambry("site", "index", "https://larkspur.example")
    assert result.exit_code == 1
    assert words in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill cannot send Ctrl-C to this process alone")
@pytest.mark.parametrize(
    ("options", "words", "stopped"),
    [((), "Job 3 goes on in the background.", False), (("--stop",), "Job 3 is stopped", True)],
)
def test_ctrl_c_leaves_the_job_at_work_unless_told_otherwise(ambry, client, options, words, stopped):
    client.script[requests.WatchJob] = [press_ctrl_c]
    result = ambry("site", "index", "https://larkspur.example", *options)
    assert result.exit_code == 130
    assert words in result.stderr
    assert any(isinstance(request, requests.CancelJob) for request in client.asked) is stopped


def test_a_folder_is_added_with_all_below_it_but_hidden_files(ambry, client, tmp_path):
    folder = tmp_path / "notes"
    (folder / "deep").mkdir(parents=True)
    (folder / ".git").mkdir()
    for name in ("b.md", "deep/a.md", ".git/config", ".hidden"):
        (folder / name).write_text(name)
    single = tmp_path / "guide.pdf"
    single.write_bytes(b"%PDF")
    client.script[requests.WatchJob] = [results.JobReport(job=make_job(state="done"), items=ITEMS[:1])]
    assert ambry("vault", "add", "garden", folder, single).exit_code == 0
    request = client.last(requests.AddFiles)
    assert request.vault == "garden"
    assert [(file.path, file.upload) for file in request.files] == [
        ("notes/b.md", "upload-of-b.md"),
        ("notes/deep/a.md", "upload-of-a.md"),
        ("guide.pdf", "upload-of-guide.pdf"),
    ]


def test_a_file_that_cannot_be_read_is_accounted_for_and_the_others_go_in(ambry_json, client, tmp_path):
    (tmp_path / "a.md").write_text("a")
    code, printed = ambry_json("vault", "add", "garden", tmp_path / "a.md", tmp_path / "gone.md")
    assert code == 1
    assert printed["items"][-1]["uri"] == "gone.md"
    assert "No such file" in printed["items"][-1]["reason"]
    assert len(client.last(requests.AddFiles).files) == 1


def test_adding_nothing_is_an_error(ambry, tmp_path):
    result = ambry("vault", "add", "garden", tmp_path)
    assert result.exit_code == 1
    assert "There is no file to add." in result.stderr


def test_when_no_file_can_be_read_each_is_named_once(ambry, tmp_path):
    gone = tmp_path / "gone.md"
    assert ambry("vault", "add", "garden", gone).stderr.splitlines()[-2] == (
        "There is no file to add. gone.md: No such file or directory. Check the path and its permissions."
    )


def test_files_that_lack_a_word_of_the_person_are_counted_with_the_option_that_gives_it(ambry, client, tmp_path):
    items = [
        JobItemView(uri=f"{number}.pdf", state="failed", reason="It is closed.", code=code)
        for number, code in enumerate(("encrypted", "needs_ocr", "encrypted"))
    ]
    client.script[requests.WatchJob] = [results.JobReport(job=make_job(kind="add_files", state="done"), items=items)]
    (tmp_path / "0.pdf").write_bytes(b"%PDF-")
    told = " ".join(ambry("vault", "add", "garden", tmp_path / "0.pdf").stderr.split())
    assert "2 files are locked. Add again with --password." in told
    assert "1 file is of pictures, as a whole or in part. Add again with --ocr." in told


def test_a_long_account_refers_to_the_list_of_all_items(ambry, client):
    many = tuple(JobItemView(uri=f"p{n}", state="failed", reason="HTTP 500") for n in range(25))
    script_job(client, items=many)
    result = ambry("site", "index", "https://larkspur.example")
    assert result.stdout.count("HTTP 500") == 20
    assert "... and 5 more: ambry jobs 3" in result.stderr
    assert ambry("jobs", 3).stdout.count("HTTP 500") == 25


def test_jobs_are_listed(ambry, client):
    line = ambry("jobs").stdout.splitlines()[1]
    assert line.split()[:4] == ["3", "site", "larkspur.example", "done"]
    client.script[requests.ListJobs] = results.Jobs(jobs=(make_job(kind="add_files", total=0, indexed=2),))
    assert ambry("jobs").stdout.splitlines()[1].split()[1:5] == ["vault", "larkspur.example", "running", "2"]


def test_jobs_are_listed_as_json(ambry_json):
    code, printed = ambry_json("jobs")
    assert (code, printed["jobs"][0]["id"]) == (0, 3)


def test_with_no_job_the_list_says_how_to_start_one(ambry, client):
    client.script[requests.ListJobs] = results.Jobs(jobs=())
    assert "ambry site index URL" in ambry("jobs").stderr


def test_one_job_is_shown_with_every_item(ambry):
    assert "indexed   https://larkspur.example/" in ambry("jobs", 3).stdout


def test_a_job_can_be_stopped(ambry, ambry_json, client):
    client.script[requests.WatchJob] = [events.Job(id="1", job=make_job(state="cancelled"))]
    assert ambry("jobs", 3, "--stop").stdout == "Job 3 is cancelled; what it has indexed stays.\n"
    assert client.last(requests.CancelJob).job == 3
    code, printed = ambry_json("jobs", 3, "--stop")
    assert (code, printed["job"]["id"]) == (0, 3)


def test_a_job_that_is_not_there_is_an_error(ambry, client):
    client.script[requests.WatchJob] = NotFoundError("job 99", "Run `ambry jobs` for the list.")
    result = ambry("jobs", 99)
    assert result.exit_code == 1
    assert result.stderr.splitlines() == ["There is no job 99.", "Run `ambry jobs` for the list."]


def test_a_file_that_the_engine_refuses_does_not_stop_the_others(ambry, client, tmp_path):
    async def refuse(name, data):
        if name == "big.pdf":
            raise AmbryError(ErrorCode.TOO_LARGE, "The file is too large.")
        return name

    client.upload = refuse
    for name in ("a.md", "big.pdf"):
        (tmp_path / name).write_text(name)
    result = ambry("vault", "add", "garden", tmp_path / "a.md", tmp_path / "big.pdf")
    assert result.exit_code == 1
    assert "failed    big.pdf  The file is too large." in result.stdout


def test_one_password_is_read_without_an_echo_and_goes_with_each_file(ambry, client, tmp_path):
    (tmp_path / "a.md").write_text("A")
    client.script[requests.WatchJob] = [results.JobReport(job=make_job(state="done"), items=ITEMS[:1])]
    result = ambry("vault", "add", "garden", tmp_path / "a.md", "--password", stdin="    \n")
    assert result.exit_code == 0
    assert [file.password for file in client.last(requests.AddFiles).files] == ["    "]


def test_no_password_is_no_reason_to_add_files_without_one(ambry, client, tmp_path):
    (tmp_path / "a.md").write_text("A")
    result = ambry("vault", "add", "garden", tmp_path / "a.md", "--password", stdin="")
    assert result.exit_code != 0
    assert "No password was given." in result.stderr
    assert not client.uploads
