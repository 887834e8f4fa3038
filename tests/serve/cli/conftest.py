"""An engine from a script: it speaks the contract and remembers what it was asked."""

import asyncio
import itertools
import json
import os
import signal
from contextlib import asynccontextmanager

import pytest
from typer.testing import CliRunner

from host.contract import events, requests, results
from host.contract.views import CollectionView, EmbeddingView, JobView, ProviderView, SourceView
from host.errors import AmbryError
from host.serve.cli.app import app


class ScriptedClient:
    """Answers each request by its type: with a result, an error, or a list of events that ends with a result."""

    def __init__(self):
        self.script = {
            requests.Status: results.Status(
                version="0.1.0",
                model="hashing",
                providers=(
                    ProviderView(name="ollama", label="Ollama", place="on_device", ready=False, next_step="Start it."),
                    ProviderView(name="anthropic", label="Claude", place="cloud", ready=False, next_step="Set a key."),
                    ProviderView(name="quotes", label="Quotes", place="on_device", ready=True),
                ),
                chosen="quotes",
                collections=(COLLECTION,),
            ),
            requests.Models: results.Models(
                embedding=EmbeddingView(
                    model="hashing",
                    revision="1",
                    dimension=256,
                    max_tokens=128,
                    engine="hashing",
                    device="processor",
                    precision="exact",
                    why="it is a fake",
                    floor=0.1,
                )
            ),
            requests.FindCollection: results.CollectionFound(collection=COLLECTION),
        }
        self.asked = []
        self.uploads = {}
        self._ids = itertools.count(1)

    @asynccontextmanager
    async def connect(self):
        yield self

    def new_id(self):
        return str(next(self._ids))

    async def call(self, request):
        async for event in self.stream(request):
            if isinstance(event, events.Done):
                return event.result

    async def stream(self, request):
        self.asked.append(request)
        answer = self.script.get(type(request), results.Nothing())
        for step in answer if isinstance(answer, list) else [answer]:
            step = await step() if callable(step) else step
            if isinstance(step, AmbryError):
                raise step
            yield events.Done(id=request.id, result=step) if "kind" in type(step).model_fields else step

    async def upload(self, name, data):
        self.uploads[name] = data
        return f"upload-of-{name}"

    def last(self, kind):
        return [request for request in self.asked if isinstance(request, kind)][-1]


COLLECTION = CollectionView(
    id=7, kind="site", key="larkspur.example", title="Larkspur", documents=12, chunks=80, model="hashing"
)


def make_source(n=1, **changes):
    values = {
        "n": n,
        "document": n,
        "uri": f"https://larkspur.example/{n}.html",
        "title": f"Page {n}",
        "headings": (f"Page {n}", "Cells"),
        "text": "The cells last about 18 months.",
        "start": 0,
        "end": 31,
        "score": 0.8,
        "url": f"https://larkspur.example/{n}.html#:~:text=The%20cells",
        "label": "Cells",
    }
    return SourceView(**{**values, **changes})


def make_job(**changes):
    values = {
        "id": 3,
        "kind": "index_site",
        "collection": 7,
        "title": "larkspur.example",
        "state": "running",
        "stage": "Read /faq.html",
        "total": 12,
        "indexed": 0,
        "unchanged": 0,
        "skipped": 0,
        "failed": 0,
        "created": 1_700_000_000.0,
        "updated": 1_700_000_000.0,
    }
    return JobView(**{**values, **changes})


async def press_ctrl_c():
    """A step of a script."""
    os.kill(os.getpid(), signal.SIGINT)
    await asyncio.sleep(60)


@pytest.fixture(autouse=True)
def ctrl_c_is_heard():
    """A shell starts what runs in its background with the signal ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def client():
    return ScriptedClient()


@pytest.fixture
def ambry(client):
    """Run a command line; stdout and stderr apart, as a pipe sees them."""

    def run(*arguments, stdin=None):
        return CliRunner().invoke(app, [str(argument) for argument in arguments], obj=client.connect, input=stdin)

    return run


@pytest.fixture
def ambry_json(ambry):
    """Run a command line with `--json`: its exit code and its one JSON value. Nothing else may be printed."""

    def run(*arguments, stdin=None):
        result = ambry(*arguments, "--json", stdin=stdin)
        assert result.stderr == ""
        assert result.stdout.count("\n") == 1
        return result.exit_code, json.loads(result.stdout)

    return run
