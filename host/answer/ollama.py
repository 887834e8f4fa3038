"""Answers from a model that runs in Ollama."""

from __future__ import annotations

import ipaddress
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from host.answer.thinking import ThinkingTags
from host.core.answers import Piece, Prompt, ProviderStatus
from host.core.prompt import Chat, chat
from host.errors import ErrorCode, ProviderError

if TYPE_CHECKING:
    from ollama import AsyncClient

DEFAULT_HOST = "http://127.0.0.1:11434"
SUGGESTED_MODEL = "llama3.2"

_START = f"Start Ollama (from ollama.com) with `ollama serve`, then `ollama pull {SUGGESTED_MODEL}`."
_CONTEXTS = (8192, 16384, 32768, 65536)
"""Tokens. Ollama silently cuts a prompt at its front when it is longer than `num_ctx`, and loads the model anew
when that changes: so it is set each time, to one of few sizes."""
_ANSWER_TOKENS = 1536
_ASCII_PER_TOKEN = 3
"""Characters; cautious: English has over 4, code about 3. Any other script counts one and a half tokens a character."""
_STATUS_SECONDS = 2.0
_CONNECT_SECONDS = 5.0
_READ_SECONDS = 300.0
"""Between two pieces: a large model may take minutes to load and to read the prompt."""


class Ollama:
    """One per host. Models that only run in Ollama's cloud are left out: this provider says where it answers."""

    name = "ollama"
    label = "Ollama"
    budget = 14_000
    """Characters: with rules, conversation and answer they fit the smallest context when the text is English."""

    def __init__(self, host: str = DEFAULT_HOST, model: str = "") -> None:
        self._host = host or DEFAULT_HOST
        self._model = model

    @property
    def cloud(self) -> bool:
        """Whether the host is another machine."""
        name = urlsplit(self._host if "//" in self._host else f"//{self._host}").hostname or ""
        try:
            return not ipaddress.ip_address(name).is_loopback
        except ValueError:
            return name not in ("localhost", "")

    async def status(self) -> ProviderStatus:
        try:
            async with self._client(_STATUS_SECONDS) as client:
                models = await self._models(client)
        except ProviderError as error:
            return ProviderStatus(False, (), error.next_step)
        if not models:
            return ProviderStatus(False, (), f"Get a model with `ollama pull {SUGGESTED_MODEL}`.")
        return ProviderStatus(True, models)

    async def answer(self, prompt: Prompt, model: str) -> AsyncGenerator[Piece, None]:
        built = chat(prompt)
        async with self._client(_READ_SECONDS) as client:
            model = model or self._model or await self._first_model(client)
            with _translated(model):
                async for piece in _stream(client, model, built):
                    yield piece

    def _client(self, seconds: float) -> AsyncClient:
        import httpx
        from ollama import AsyncClient

        timeout = httpx.Timeout(seconds, connect=min(seconds, _CONNECT_SECONDS))
        # A proxy from the environment is for the internet, not for a server in the house.
        return AsyncClient(self._host, timeout=timeout, trust_env=False)

    async def _models(self, client: AsyncClient) -> tuple[str, ...]:
        with _translated(""):
            listed = await client.list()
        names = (entry.model or "" for entry in listed.models)
        return tuple(name for name in names if name and "embed" not in name and not name.endswith("cloud"))

    async def _first_model(self, client: AsyncClient) -> str:
        models = await self._models(client)
        if not models:
            step = f"Get a model with `ollama pull {SUGGESTED_MODEL}`."
            raise ProviderError(ErrorCode.PROVIDER_REFUSED, "Ollama has no model.", step)
        return models[0]


async def _stream(client: AsyncClient, model: str, built: Chat) -> AsyncGenerator[Piece, None]:
    messages = [{"role": "system", "content": built.system}]
    messages += [{"role": turn.role, "content": turn.text} for turn in built.turns]
    options = {"num_ctx": context_size(built), "temperature": 0.2}
    tags = ThinkingTags()
    done = False
    async with aclosing(await client.chat(model, messages, stream=True, options=options)) as parts:  # type: ignore[type-var]
        async for part in parts:
            if part.message.thinking:
                yield Piece(part.message.thinking, "thinking")
            for piece in tags.feed(part.message.content or ""):
                yield piece
            done = done or bool(part.done)
    for piece in tags.finish():
        yield piece
    if not done:
        raise _broken()


def context_size(built: Chat) -> int:
    """Tokens for `num_ctx`: the smallest usual size that holds the prompt and an answer."""
    text = "".join([built.system, *(turn.text for turn in built.turns)])
    ascii_characters = sum(character.isascii() for character in text)
    tokens = ascii_characters / _ASCII_PER_TOKEN + (len(text) - ascii_characters) * 1.5 + _ANSWER_TOKENS
    return next((size for size in _CONTEXTS if size >= tokens), _CONTEXTS[-1])


@contextmanager
def _translated(model: str) -> Iterator[None]:
    """The client's errors and its transport's, as ours."""
    import httpx
    from ollama import ResponseError

    try:
        yield
    except (ConnectionError, httpx.ConnectError, httpx.ConnectTimeout) as exc:
        raise ProviderError(ErrorCode.PROVIDER_UNREACHABLE, "Ollama cannot be reached.", _START) from exc
    except httpx.TimeoutException as exc:
        raise ProviderError(
            ErrorCode.PROVIDER_UNREACHABLE, "Ollama did not answer in time.", "Try again, or use a smaller model."
        ) from exc
    except ResponseError as exc:
        raise _refused(exc, model) from exc
    except (httpx.HTTPError, ValueError) as exc:
        raise _broken() from exc


def _refused(error: object, model: str) -> ProviderError:
    status, reason = getattr(error, "status_code", -1), str(getattr(error, "error", ""))[:200]
    if status == 404 and model:
        return ProviderError(
            ErrorCode.PROVIDER_REFUSED, f"Ollama has no model called {model}.", f"Get it with `ollama pull {model}`."
        )
    if status == 429:
        return ProviderError(ErrorCode.PROVIDER_REFUSED, "Ollama is busy.", "Wait a moment and ask again.")
    return ProviderError(
        ErrorCode.PROVIDER_REFUSED,
        f'Ollama refused: "{reason}".',
        "See what `ollama serve` printed; try another model.",
    )


def _broken() -> ProviderError:
    return ProviderError(
        ErrorCode.PROVIDER_UNREACHABLE, "Ollama's answer broke off.", "Ask again; see what `ollama serve` printed."
    )
