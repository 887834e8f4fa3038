"""Answers from Claude, through Anthropic's API. The passages leave the machine: the person has to choose it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from host.core.answer_ports import KeyStore
from host.core.answers import Piece, Prompt, ProviderStatus, Turn
from host.core.prompt import Chat, chat
from host.errors import ErrorCode, ProviderError

if TYPE_CHECKING:
    from anthropic import APIStatusError, AsyncAnthropic
    from anthropic.types import MessageParam

BASE_URL = "https://api.anthropic.com"
MODELS = ("claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5")
"""The smallest first: quoting and citing given passages does not need more."""

_SET_KEY = "Set a key with `ambry key anthropic`."
_MAX_TOKENS = 4096
"""Of the answer, thinking included."""
_SECONDS = 120.0


class Anthropic:
    """Reads the key anew for each answer, so that a key set meanwhile counts."""

    name = "anthropic"
    label = "Claude (Anthropic)"
    cloud = True
    budget = 48_000
    """Characters: about 12,000 tokens. The model reads far more; this bounds what one question costs."""

    def __init__(self, keys: KeyStore, model: str = MODELS[0], base_url: str = "") -> None:
        self._keys = keys
        self._model = model
        self._base_url = base_url or BASE_URL

    async def status(self) -> ProviderStatus:
        """Whether there is a key; asks nobody."""
        if not await asyncio.to_thread(self._keys.key, self.name):
            return ProviderStatus(False, (), _SET_KEY)
        return ProviderStatus(True, tuple(dict.fromkeys((self._model, *MODELS))))

    async def answer(self, prompt: Prompt, model: str) -> AsyncGenerator[Piece, None]:
        built = chat(prompt)
        key = await asyncio.to_thread(self._keys.key, self.name)
        if not key:
            raise ProviderError(ErrorCode.KEY_MISSING, "There is no key for Anthropic.", _SET_KEY)
        model = model or self._model
        # The import reads a thousand files: not in the loop that serves everybody.
        client = await asyncio.to_thread(self._client, key)
        async with client:
            with _translated(model):
                async for piece in _stream(client, model, built):
                    yield piece

    def _client(self, key: str) -> AsyncAnthropic:
        from anthropic import AsyncAnthropic

        return AsyncAnthropic(api_key=key, base_url=self._base_url, timeout=_SECONDS, max_retries=1)


async def _stream(client: AsyncAnthropic, model: str, built: Chat) -> AsyncGenerator[Piece, None]:
    stream = await client.messages.create(
        model=model,
        max_tokens=_MAX_TOKENS,
        system=built.system,
        messages=[_message(turn) for turn in built.turns],
        stream=True,
    )
    stopped = False
    async with stream:
        async for event in stream:
            if event.type == "content_block_delta":
                if event.delta.type == "text_delta":
                    yield Piece(event.delta.text)
                elif event.delta.type == "thinking_delta":
                    yield Piece(event.delta.thinking, "thinking")
            elif event.type == "message_delta":
                _check_stop(event.delta.stop_reason)
            stopped = stopped or event.type == "message_stop"
    if not stopped:
        raise _broken()


def _message(turn: Turn) -> MessageParam:
    if turn.role == "user":
        return {"role": "user", "content": turn.text}
    return {"role": "assistant", "content": turn.text}


def _check_stop(reason: str | None) -> None:
    if reason == "refusal":
        raise ProviderError(
            ErrorCode.PROVIDER_REFUSED, "Claude declined to answer this.", "Put the question differently."
        )


@contextmanager
def _translated(model: str) -> Iterator[None]:
    """The client's errors and its transport's, as ours."""
    import httpx2
    from anthropic import AnthropicError, APIConnectionError, APIStatusError, APITimeoutError

    try:
        yield
    except (APITimeoutError, httpx2.TimeoutException) as exc:
        raise ProviderError(
            ErrorCode.PROVIDER_UNREACHABLE, "Anthropic did not answer in time.", "Ask again in a moment."
        ) from exc
    except APIConnectionError as exc:
        raise ProviderError(
            ErrorCode.PROVIDER_UNREACHABLE, "Anthropic cannot be reached.", "Check the internet connection."
        ) from exc
    except APIStatusError as exc:
        raise _refused(exc, model) from exc
    except (AnthropicError, httpx2.HTTPError, ValueError) as exc:
        raise _broken() from exc


Kind = Literal["key", "model", "rate", "overloaded", "other"]

_KINDS: dict[int, Kind] = {401: "key", 403: "key", 404: "model", 429: "rate", 503: "overloaded", 529: "overloaded"}
# An error in the middle of a stream comes with status 200 and names its type only.
_TYPES: dict[str, Kind] = {
    "authentication_error": "key",
    "permission_error": "key",
    "not_found_error": "model",
    "rate_limit_error": "rate",
    "overloaded_error": "overloaded",
}


def _refused(error: APIStatusError, model: str) -> ProviderError:
    kind = _KINDS.get(error.status_code) or _TYPES.get(str(error.type), "other")
    words = {
        "key": ("Anthropic does not accept the key.", _SET_KEY),
        "model": (f"Anthropic has no model called {model}.", f"Choose another one, such as {MODELS[0]}."),
        "rate": ("Anthropic's rate limit is reached.", "Wait a minute and ask again."),
        "overloaded": ("Anthropic is overloaded at the moment.", "Ask again in a moment."),
        "other": (f'Anthropic refused: "{error.message[:200]}".', "Check your account at console.anthropic.com."),
    }
    return ProviderError(ErrorCode.PROVIDER_REFUSED, *words[kind])


def _broken() -> ProviderError:
    return ProviderError(ErrorCode.PROVIDER_UNREACHABLE, "Anthropic's answer broke off.", "Ask again.")
