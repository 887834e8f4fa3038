"""Who writes the answer: the person's choice, else a model on this machine, else the sources' own words.

A cloud provider is used only when the person picked it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from host.contract.views import ProviderView
from host.core.answer_ports import KeyStore, Provider
from host.core.answers import ProviderStatus
from host.core.store_ports import Library
from host.errors import AmbryError, ErrorCode, NotFoundError
from host.service.views import provider_view

_PROVIDER = "provider"
_MODEL = "model"


@dataclass(frozen=True, slots=True)
class Choice:
    """The provider of one answer, its model (empty: it has none), and why it is not the one expected."""

    provider: Provider
    model: str
    notice: str = ""


class Providers:
    """All providers in order of preference; `fallback` quotes, needs nothing and is always ready."""

    def __init__(self, models: Sequence[Provider], fallback: Provider, library: Library, keys: KeyStore) -> None:
        self.fallback = fallback
        self._models = tuple(models)
        self._library = library
        self._keys = keys

    async def views(self) -> tuple[ProviderView, ...]:
        """Each provider as it is now; asks them all at once."""
        providers = (*self._models, self.fallback)
        statuses = await asyncio.gather(*(provider.status() for provider in providers))
        return tuple(
            provider_view(provider.name, provider.label, provider.cloud, status)
            for provider, status in zip(providers, statuses, strict=True)
        )

    async def choose(self, name: str) -> Choice:
        """The provider called `name`; without a name the person's choice, else the first that is ready here."""
        picked = name or await asyncio.to_thread(self._library.setting, _PROVIDER)
        if not picked:
            return await self._first_ready()
        provider = self._named(picked)
        model = await asyncio.to_thread(self._library.setting, _MODEL) if not name else ""
        status = await provider.status()
        if status.ready:
            return Choice(provider, model or _first(status.models))
        return Choice(self.fallback, "", f"{provider.label} is not ready. {status.next_step}")

    async def set_choice(self, name: str, model: str) -> None:
        """Remember the person's choice. Raises NotFoundError for a name that no provider has."""
        self._named(name)
        await asyncio.to_thread(self._library.set_setting, _PROVIDER, name)
        await asyncio.to_thread(self._library.set_setting, _MODEL, model)

    async def set_key(self, name: str, key: str) -> None:
        """Store or, when it is empty, forget a key. Raises AmbryError for a provider that takes none."""
        provider = self._named(name)
        if not provider.cloud:
            message = f"{provider.label} takes no key: it answers on this computer."
            raise AmbryError(ErrorCode.BAD_REQUEST, message, f"Choose it without one: ambry provider {name}")
        await asyncio.to_thread(self._keys.set_key, name, key)

    async def _first_ready(self) -> Choice:
        local = [provider for provider in self._models if not provider.cloud]
        statuses: list[ProviderStatus] = await asyncio.gather(*(provider.status() for provider in local))
        for provider, status in zip(local, statuses, strict=True):
            if status.ready:
                return Choice(provider, _first(status.models))
        steps = " ".join(status.next_step for status in statuses)
        return Choice(self.fallback, "", f"No language model is connected: the answer quotes your sources. {steps}")

    def _named(self, name: str) -> Provider:
        for provider in (*self._models, self.fallback):
            if provider.name == name:
                return provider
        names = ", ".join(provider.name for provider in (*self._models, self.fallback))
        raise NotFoundError(f"provider called {name!r}", f"Choose one of: {names}.")


def _first(models: Sequence[str]) -> str:
    """What a provider writes with when nobody picked a model; named here so that the person is told."""
    return models[0] if models else ""
