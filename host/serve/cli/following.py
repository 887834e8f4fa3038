"""`jobs`: following work that belongs to the engine, pausing and stopping it, and its account."""

from __future__ import annotations

import asyncio
import csv
from contextlib import aclosing
from pathlib import Path

import typer

from host.contract import events, requests, results
from host.contract.views import JobView
from host.errors import AmbryError, ErrorCode
from host.serve.cli.jobs import JobBar, print_jobs, print_report
from host.serve.cli.session import EXIT_FAILED, EXIT_INTERRUPTED, Connect, Session, call, open_session
from host.serve.cli.terminal import counted
from host.serve.client import Client

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the start of a formula: an address or a reason must not be run by one."""


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
        return await follow(session, client, await _job(client, job_id), stop=False)

    show(session, session.run(story), every_item=True)


def write_account(connect: Connect | None, job_id: int, path: Path, *, as_json: bool) -> None:
    """Write how each item of a job ended so far to a CSV file."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> results.JobReport:
        report = await call(client, requests.ReportJob(id=client.new_id(), job=job_id), results.JobReport)
        await asyncio.to_thread(_write, path, report)
        return report

    report = session.run(story)
    if as_json:
        session.terminal.json({"job": report.job.model_dump(mode="json"), "csv": str(path)})
    else:
        session.terminal.say(f"Written to {path}: {counted(len(report.items), 'item')} of job {job_id}.")


def stop_job(connect: Connect | None, job_id: int, *, as_json: bool) -> None:
    _change(connect, job_id, requests.CancelJob, as_json=as_json)


def pause_job(connect: Connect | None, job_id: int, *, as_json: bool) -> None:
    _change(connect, job_id, requests.PauseJob, as_json=as_json)


def resume_job(connect: Connect | None, job_id: int, *, as_json: bool) -> None:
    _change(connect, job_id, requests.ResumeJob, as_json=as_json)


def retry_job(connect: Connect | None, job_id: int, *, as_json: bool) -> None:
    """Let a job that has ended try again what failed, and follow it to its end."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> results.JobReport:
        started = await call(client, requests.RetryJob(id=client.new_id(), job=job_id), results.JobStarted)
        return await follow(session, client, started.job, stop=False)

    report = session.run(story)
    show(session, report)
    exit_unless_done(report.job)


async def follow(session: Session, client: Client, job: JobView, *, stop: bool) -> results.JobReport:
    """Watch the job until it ends or is paused. Ctrl-C ends the watching, and with `stop` the job too."""
    try:
        with JobBar(session.terminal, job) as bar:
            async for event in client.stream(requests.WatchJob(id=client.new_id(), job=job.id)):
                if isinstance(event, events.Job):
                    bar.show(event.job)
                    if event.job.state == "paused":
                        break
                elif isinstance(event, events.Done) and isinstance(event.result, results.JobReport):
                    return event.result
    except asyncio.CancelledError:
        await _leave(session, client, job, stop=stop)
        raise typer.Exit(EXIT_INTERRUPTED) from None
    return await call(client, requests.ReportJob(id=client.new_id(), job=job.id), results.JobReport)


def show(session: Session, report: results.JobReport, *, every_item: bool = False) -> None:
    """The account of a job."""
    if session.as_json:
        session.terminal.json(report.model_dump(mode="json", include={"job", "items"}))
    else:
        print_report(session.terminal, report, every_item=every_item)


def exit_unless_done(job: JobView) -> None:
    """A job that did not finish is a failure to a shell."""
    if job.state != "done":
        raise typer.Exit(EXIT_FAILED)


def _change(
    connect: Connect | None,
    job_id: int,
    kind: type[requests.CancelJob | requests.PauseJob | requests.ResumeJob],
    *,
    as_json: bool,
) -> None:
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> JobView:
        await call(client, kind(id=client.new_id(), job=job_id), results.Nothing)
        return await _job(client, job_id)

    job = session.run(story)
    if as_json:
        session.terminal.json({"job": job.model_dump(mode="json")})
    else:
        session.terminal.say(f"Job {job.id} is {job.state}; what it has indexed stays.")


async def _job(client: Client, job_id: int) -> JobView:
    """As it is now. Raises AmbryError when there is none."""
    async with aclosing(client.stream(requests.WatchJob(id=client.new_id(), job=job_id))) as changes:
        async for event in changes:
            if isinstance(event, events.Job):
                return event.job
    raise TypeError("watch_job ended without saying how the job is")


async def _leave(session: Session, client: Client, job: JobView, *, stop: bool) -> None:
    if stop:
        await call(client, requests.CancelJob(id=client.new_id(), job=job.id), results.Nothing)
        session.terminal.remark(f"Job {job.id} is stopped; what it has indexed stays.")
    else:
        session.terminal.remark(
            f"Job {job.id} goes on in the background. `ambry jobs {job.id}` follows it, "
            f"`ambry jobs {job.id} --stop` stops it."
        )


def _write(path: Path, report: results.JobReport) -> None:
    try:
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(("address", "state", "reason", "code"))
            writer.writerows((_cell(item.uri), item.state, _cell(item.reason), item.code) for item in report.items)
    except OSError as exc:
        message = f"{path}: {exc.strerror or 'it cannot be written'}."
        raise AmbryError(ErrorCode.NOT_FOUND, message, "Give a file in a folder that can be written.") from exc


def _cell(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
