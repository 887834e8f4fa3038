"""From a command to the engine and back: connect, run one story, turn errors into words and an exit code."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass
from typing import TypeVar

import typer

from host.contract.requests import Request
from host.contract.results import Result
from host.contract.views import ErrorView
from host.errors import AmbryError
from host.serve.cli.lacking import way
from host.serve.cli.terminal import Terminal
from host.serve.client import Client

EXIT_FAILED = 1
EXIT_INTERRUPTED = 130
"""What a shell expects of a program that Ctrl-C ended."""

T = TypeVar("T")
ResultT = TypeVar("ResultT", bound=Result)

Connect = Callable[[], AbstractAsyncContextManager[Client]]
Story = Callable[[Client], Awaitable[T]]


@dataclass(frozen=True, slots=True)
class Session:
    """One run of a command."""

    terminal: Terminal
    connect: Connect
    as_json: bool

    def run(self, story: Story[T], failed: Callable[[AmbryError], None] | None = None) -> T:
        """Run `story` with a connected client; an error of ours ends the program in plain words, told by `failed`."""
        try:
            return asyncio.run(self._connected(story))
        except AmbryError as error:
            (failed or self.fail)(error)
            raise typer.Exit(EXIT_FAILED) from error
        except KeyboardInterrupt as interrupt:
            raise typer.Exit(EXIT_INTERRUPTED) from interrupt

    def fail(self, error: AmbryError) -> None:
        """Tell what went wrong and what to do next."""
        if self.as_json:
            self.terminal.json({"error": error_view(error).model_dump(mode="json")})
            return
        self.terminal.complain(error.message)
        if error.next_step:
            self.terminal.remark(error.next_step)
        if named := way(error.code):
            self.terminal.remark(named)

    async def _connected(self, story: Story[T]) -> T:
        async with AsyncExitStack() as stack:
            with self.terminal.working("Waking the engine…"):
                client = await stack.enter_async_context(self.connect())
            return await story(client)


def open_session(connect: Connect | None, *, as_json: bool) -> Session:
    """A session with this user's engine; `connect` stands in for it in tests."""
    return Session(Terminal(quiet=as_json), connect or _connect_to_engine, as_json)


def _connect_to_engine() -> AbstractAsyncContextManager[Client]:
    from host.paths import user_paths
    from host.serve.client import connect

    return connect(user_paths())


def error_view(error: AmbryError) -> ErrorView:
    return ErrorView(code=error.code, message=error.message, next_step=error.next_step)


async def call(client: Client, request: Request, kind: type[ResultT]) -> ResultT:
    """Send a request whose result is a `kind`. Raises AmbryError."""
    result = await client.call(request)
    if not isinstance(result, kind):
        raise TypeError(f"{request.type} was answered with {result.kind}")
    return result
