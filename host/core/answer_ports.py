"""What writes answers, and what keeps its keys."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Protocol

from host.core.answers import Piece, Prompt, ProviderStatus


class Provider(Protocol):
    """Writes the answer. One file each in `host/answer/`."""

    @property
    def name(self) -> str: ...

    @property
    def label(self) -> str: ...

    @property
    def cloud(self) -> bool:
        """Whether the passages leave the machine."""
        ...

    @property
    def budget(self) -> int:
        """Characters of passages that a prompt to it may hold."""
        ...

    async def status(self) -> ProviderStatus: ...

    def answer(self, prompt: Prompt, model: str) -> AsyncGenerator[Piece, None]:
        """Stream the answer; closing the iterator stops the work. Raises ProviderError.

        `model` empty means the provider's own choice.
        """
        ...


class KeyStore(Protocol):
    """API keys, in the operating system's keyring or a file that only this user can read. Blocking."""

    def key(self, provider: str) -> str:
        """Empty when there is none."""
        ...

    def set_key(self, provider: str, key: str) -> None: ...
