"""`site index`, `vault add` and `jobs`: work that belongs to the engine and that we only start and watch."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import typer

from host.contract import events, requests, results
from host.contract.views import JobItemView, JobView, UploadRef
from host.errors import AmbryError, ErrorCode
from host.serve.cli.jobs import JobBar, UploadBar, print_jobs, print_report
from host.serve.cli.scope import read_file
from host.serve.cli.session import EXIT_FAILED, EXIT_INTERRUPTED, Connect, Session, call, open_session
from host.serve.client import Client


def index_site(connect: Connect | None, url: str, max_pages: int, max_depth: int, *, stop: bool, as_json: bool) -> None:
    """Start the job and follow it to its end."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> results.JobReport:
        address = url if "://" in url else f"https://{url}"
        request = requests.IndexSite(id=client.new_id(), url=address, max_pages=max_pages, max_depth=max_depth)
        started = await call(client, request, results.JobStarted)
        return await _follow(session, client, started.job, stop=stop)

    report = session.run(story)
    _show(session, report)
    _exit_unless_done(report.job)


def add_files(connect: Connect | None, vault: str, paths: Sequence[Path], *, stop: bool, as_json: bool) -> None:
    """Upload, then follow the job; a file that cannot be read is accounted for like any other."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> results.JobReport:
        files, unread = await _upload(session, client, paths)
        if not files:
            reasons = " ".join(f"{item.uri}: {item.reason}" for item in unread)
            message = f"There is no file to add. {reasons}".strip()
            raise AmbryError(ErrorCode.NOT_FOUND, message, "Give files, or folders that have files in them.")
        started = await call(
            client, requests.AddFiles(id=client.new_id(), vault=vault, files=tuple(files)), results.JobStarted
        )
        report = await _follow(session, client, started.job, stop=stop)
        return report.model_copy(update={"items": (*report.items, *unread)})

    report = session.run(story)
    _show(session, report)
    _exit_unless_done(report.job)
    if any(item.state == "failed" for item in report.items):
        raise typer.Exit(EXIT_FAILED)


def list_jobs(connect: Connect | None, *, as_json: bool) -> None:
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> results.Jobs:
        return await call(client, requests.ListJobs(id=client.new_id()), results.Jobs)

    jobs = session.run(story).jobs
    if as_json:
        session.terminal.json({"jobs": [job.model_dump(mode="json") for job in jobs]})
    elif jobs:
        print_jobs(session.terminal, jobs)
    else:
        session.terminal.remark("There are no jobs. Start one: ambry site index URL, or ambry vault add NAME PATH...")


def show_job(connect: Connect | None, job_id: int, *, as_json: bool) -> None:
    """Follow a job that is at work; list the items of one that has ended."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> results.JobReport:
        return await _follow(session, client, await _job(client, job_id), stop=False)

    _show(session, session.run(story), every_item=True)


def stop_job(connect: Connect | None, job_id: int, *, as_json: bool) -> None:
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> JobView:
        await _job(client, job_id)
        await call(client, requests.CancelJob(id=client.new_id(), job=job_id), results.Nothing)
        return await _job(client, job_id)

    job = session.run(story)
    if as_json:
        session.terminal.json({"job": job.model_dump(mode="json")})
    else:
        session.terminal.say(f"Job {job.id} is {job.state}; what it has indexed stays.")


async def _job(client: Client, job_id: int) -> JobView:
    jobs = (await call(client, requests.ListJobs(id=client.new_id()), results.Jobs)).jobs
    for job in jobs:
        if job.id == job_id:
            return job
    raise AmbryError(ErrorCode.NOT_FOUND, f"There is no job {job_id}.", "Run `ambry jobs` for the list.")


async def _follow(session: Session, client: Client, job: JobView, *, stop: bool) -> results.JobReport:
    """Watch the job to its end. Ctrl-C ends the watching, and with `stop` the job too."""
    try:
        with JobBar(session.terminal, job) as bar:
            async for event in client.stream(requests.WatchJob(id=client.new_id(), job=job.id)):
                if isinstance(event, events.Job):
                    bar.show(event.job)
                elif isinstance(event, events.Done) and isinstance(event.result, results.JobReport):
                    return event.result
    except asyncio.CancelledError:
        await _leave(session, client, job, stop=stop)
        raise typer.Exit(EXIT_INTERRUPTED) from None
    raise TypeError("watch_job ended without a report")


async def _leave(session: Session, client: Client, job: JobView, *, stop: bool) -> None:
    if stop:
        await call(client, requests.CancelJob(id=client.new_id(), job=job.id), results.Nothing)
        session.terminal.remark(f"Job {job.id} is stopped; what it has indexed stays.")
    else:
        session.terminal.remark(
            f"Job {job.id} goes on in the background. `ambry jobs {job.id}` follows it, "
            f"`ambry jobs {job.id} --stop` stops it."
        )


async def _upload(session: Session, client: Client, paths: Sequence[Path]) -> tuple[list[UploadRef], list[JobItemView]]:
    """Hand every file to the engine; those that cannot be handed over come back with the reason."""
    files: list[UploadRef] = []
    unread: list[JobItemView] = []
    found = list(_files(paths))
    with UploadBar(session.terminal, len(found)) as bar:
        for path, known_as in found:
            try:
                data = await asyncio.to_thread(read_file, path)
                files.append(UploadRef(upload=await client.upload(path.name, data), path=known_as))
            except AmbryError as error:
                unread.append(JobItemView(uri=known_as, state="failed", reason=error.message))
            bar.step(known_as)
    return files, unread


def _files(paths: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    """Each file with the path that the vault knows it by; hidden files of a folder are left out."""
    for path in paths:
        if not path.is_dir():
            yield path, path.name
            continue
        root = path.resolve()
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(name for name in names if not name.startswith(".")):
                file = Path(folder, name)
                yield file, file.relative_to(root.parent).as_posix()


def _show(session: Session, report: results.JobReport, *, every_item: bool = False) -> None:
    if session.as_json:
        session.terminal.json(report.model_dump(mode="json", include={"job", "items"}))
    else:
        print_report(session.terminal, report, every_item=every_item)


def _exit_unless_done(job: JobView) -> None:
    if job.state != "done":
        raise typer.Exit(EXIT_FAILED)
