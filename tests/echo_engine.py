"""A real engine with a tiny service, for the tests of everything in front of the service.

A `search` is answered by its query: `wait` never ends, `crash` breaks, `large N` returns N characters,
`environment` says where the engine runs, `flood N` sends N large deltas, anything else comes back as it is.
"""

import asyncio
import os
import sys
from pathlib import Path

from host.contract.events import Delta
from host.contract.requests import Request, Search
from host.contract.results import Extracted, Result
from host.errors import AmbryError, ErrorCode
from host.lifetime import run
from host.paths import user_paths


async def handle(request: Request, emit) -> Result:
    if not isinstance(request, Search):
        raise AmbryError(ErrorCode.NOT_SUPPORTED, "Only `search` is echoed.", "Search.")
    word, _, argument = request.query.partition(" ")
    match word:
        case "wait":
            await emit(Delta(id=request.id, text="waiting"))
            await asyncio.Event().wait()
        case "crash":
            raise RuntimeError("a secret detail")
        case "large":
            return _text("x" * int(argument))
        case "flood":
            for _ in range(int(argument)):
                await emit(Delta(id=request.id, text="x" * 100_000))
        case "environment":
            return _text(f"{os.getpid()}\n{Path.cwd()}\n{sys.flags.utf8_mode}")
    return _text(request.query)


def _text(text: str) -> Result:
    return Extracted(media_type="text/plain", strategy="echo", title="", markdown="", text=text)


def main(idle_seconds: float = 600) -> int:
    async def build():
        from host.listen import Engine

        async def close() -> None:
            pass

        return Engine(handle, busy=lambda: False, close=close)

    return run(user_paths(), build, idle_seconds)


if __name__ == "__main__":
    sys.exit(main())
