"""One watched folder while the engine lives: it waits for hints, looks, and takes the changes in."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing

from host.contract.views import FolderState
from host.core.folder_ports import FolderSource, FolderStore, Hint
from host.core.jobs import Job, JobItem, JobState
from host.errors import FolderError, ModelError, NotFoundError, StoreError
from host.service.folder_changes import Changes
from host.service.folder_files import Ended
from host.service.folder_reading import FolderReading
from host.service.jobs import Jobs

_log = logging.getLogger(__name__)

_AT_ONCE, _BYTES_AT_ONCE = 20, 20_000_000
"""Files, and bytes in them, that are read without a job: what a person saves in a moment. More have an account."""

_LOOK_AGAIN = 3.0
"""Seconds until a folder that was not there is looked for again."""

_TRY_AGAIN = 60.0
"""Seconds, after what is no fault of the folder: a full disk, a model that is missing."""


class _Stopped(Exception):
    """The folder is left alone until the person says otherwise."""


class FolderWatch:
    """Follows a folder. `changed` is called whenever there is something new to show."""

    def __init__(
        self,
        folder_id: int,
        reading: FolderReading,
        source: FolderSource,
        store: FolderStore,
        jobs: Jobs,
        changed: Callable[[], None],
    ) -> None:
        self._id = folder_id
        self._reading = reading
        self._source = source
        self._store = store
        self._jobs = jobs
        self._changed = changed
        self.state: FolderState = "reading"
        self.note = ""
        self.unsupported = 0
        self.unread: Mapping[str, str] = {}
        self.current = asyncio.Event()
        """Set unless changes are about to be in the index: then a question had better wait a moment."""

    async def run(self, job: Job | None) -> None:
        """Follow the folder for ever, or until a job on it is stopped; `job` is one that reads it already."""
        try:
            while True:
                seconds = await self._follow(job)
                job = None
                await asyncio.sleep(seconds)
        except NotFoundError:
            return  # it is not watched any more
        except _Stopped as stopped:
            self._become("paused", str(stopped))
        except Exception:
            _log.exception("folder %d is not followed any more", self._id)
            self._become("paused", "Something went wrong inside Ambry; its log says what. Watch the folder again.")

    async def _follow(self, job: Job | None) -> float:
        """Until that is not possible; the seconds after which to try again."""
        folder = await asyncio.to_thread(self._store.folder, self._id)
        try:
            if job is not None:
                await self._ended(job)
            async with aclosing(self._source.hints(folder)) as hints:
                async for hint in hints:
                    await self._catch_up(hint)
        except FolderError as error:
            self._become("unreachable", f"{error.message} {error.next_step}")
        except (ModelError, StoreError) as error:
            self._become("paused", f"{error.message} {error.next_step}".strip())
            return _TRY_AGAIN
        return _LOOK_AGAIN

    async def _catch_up(self, hint: Hint) -> None:
        await self._reading.settle(self._id, hint.paths, self._begin)
        self._become("polling" if hint.polling else "watching", hint.polling)

    async def _begin(self, changes: Changes) -> Ended | None:
        """Read few changes here and now, and many in a job."""
        if not changes.look.paths:
            self.unsupported, self.unread = changes.look.unsupported, changes.look.unread
        if _are_many(changes):
            await self._ended(await self.start_job(changes.folder.collection_id, changes.folder.vault))
            return None
        if changes.size:
            self._become("reading")
        return _nobody

    async def start_job(self, collection_id: int, title: str) -> Job:
        """A job that reads all that has changed in the folder."""
        request = json.dumps({"folder": self._id})
        job = await asyncio.to_thread(self._jobs.log.create, "read_folder", collection_id, title, request)
        self._jobs.start(job)
        return job

    async def _ended(self, job: Job) -> None:
        """Wait for a job on this folder. One that was stopped stops the watching; one that failed says why."""
        state = job.state
        async for now in self._jobs.watch(job.id):
            state = now.state
            paused = state is JobState.PAUSED
            self._become("paused" if paused else "reading", "Its job is paused." if paused else "")
            self.current.set()  # it may take hours
        if state is JobState.CANCELLED:
            raise _Stopped("Reading was stopped. Watch the folder again to go on.")
        if state is JobState.FAILED:
            await self._reading.changes(self._id)  # raises FolderError when that is why: then it may come back
            raise _Stopped("Its job failed and says why. Watch the folder again when that is mended.")

    def _become(self, state: FolderState, note: str = "") -> None:
        if state == "reading":
            self.current.clear()
        else:
            self.current.set()
        self.state, self.note = state, note
        self._changed()


def _are_many(changes: Changes) -> bool:
    size = sum(changes.look.files[path].size for path in changes.difference.to_read)
    return changes.size > _AT_ONCE or size > _BYTES_AT_ONCE


async def _nobody(items: Sequence[JobItem]) -> None:
    """A change that is small enough to need no account."""
