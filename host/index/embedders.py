"""The embedding models of this machine: the one in use, and those that older collections were indexed with."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from host.core.collections import Collection
from host.core.models import KnownModel
from host.errors import AmbryError, ErrorCode, ModelError, NotFoundError
from host.index.choose_embedder import Chosen, choose_embedder
from host.index.floor import measure_floor
from host.index.light_model import light_revision
from host.index.model_folder import FLOORS, find_model, model_name, read_model
from host.index.openvino_embedder import OpenVinoEmbedder
from host.index.splitter import TokenSplitter
from host.index.torch_embedder import SentenceTransformersEmbedder

log = logging.getLogger(__name__)

_CHOSEN = "embedding_model"
_KNOWN = "embedding_models"
"""JSON: each folder that was ever chosen, with the floor that was measured for its model (null: a known one)."""

_TRIAL = ("The river rises in the hills.", "How do I reset the device?")


class Settings(Protocol):
    def setting(self, name: str) -> str: ...

    def set_setting(self, name: str, value: str) -> None: ...


class LocalEmbedders:
    """Implements the port `Embedders`. Each model is read when it is first asked for."""

    def __init__(
        self, settings: Settings, data: Path, kept: Path, configured: Path | None = None, gpu: str | None = None
    ) -> None:
        """`configured` is a folder that nobody may choose another in place of; `kept` is for 8-bit forms.

        `gpu` names what was found instead of a look for it, empty for none.
        """
        self._settings = settings
        self._data = data
        self._kept = kept
        self._configured = configured
        self._gpu = gpu
        self._lock = threading.Lock()
        self._current: Chosen | None = None
        self._others: dict[tuple[str, str, int], Chosen | None] = {}

    @property
    def current(self) -> Chosen:
        with self._lock:
            if self._current is None:
                self._current = self._open(self._folder())
            return self._current

    def of(self, collection: Collection) -> Chosen | None:
        wanted = collection.identity
        try:
            current = self.current
        except ModelError as error:
            log.warning("The model in use cannot be used: %s", error.message)
        else:
            if current.model.identity == wanted:
                return current
        with self._lock:
            if wanted not in self._others:
                self._others[wanted] = self._find(wanted)
            return self._others[wanted]

    def use(self, model: str) -> Chosen:
        if self._configured is not None:
            raise ModelError(
                ErrorCode.MODEL_MISSING,
                f"AMBRY_MODEL says that the model in {self._configured} is used.",
                "Unset it and start the engine again; then another can be chosen.",
            )
        folder = self._named(model)
        embedder = choose_embedder(folder, self._kept, prepare=True, gpu=self._gpu)
        embedder.embed_passages(_TRIAL)
        floor = None if embedder.model.name in FLOORS else measure_floor(embedder)
        self._settings.set_setting(_KNOWN, json.dumps(self._floors() | {str(folder): floor}))
        self._settings.set_setting(_CHOSEN, str(folder))
        with self._lock:
            self._others.clear()
            self._current = None
        return self.current

    def known(self) -> list[KnownModel]:
        used = self._usual()
        return [KnownModel(model_name(folder), str(folder), folder == used) for folder in self._folders()]

    def _usual(self) -> Path | None:
        return _missing_as_none(self._folder)

    def _folder(self) -> Path:
        chosen = self._settings.setting(_CHOSEN)
        return find_model(self._data, self._configured or (Path(chosen) if chosen else None))

    def _folders(self) -> list[Path]:
        """Every folder with a model, as far as we know; the one in use first."""
        own = sorted(path.parent for path in (self._data / "models").glob("*/tokenizer.json"))
        packaged = _missing_as_none(lambda: find_model(self._data / "nowhere"))
        folders = [self._usual(), *map(Path, self._floors()), *own, packaged]
        return [folder for folder in dict.fromkeys(folders) if folder is not None and folder.is_dir()]

    def _named(self, model: str) -> Path:
        path = Path(model).expanduser()
        if path.is_dir():
            return path.resolve()
        found = [folder for folder in self._folders() if model_name(folder) == model]
        if not found:
            names = ", ".join(dict.fromkeys(map(model_name, self._folders())))
            raise NotFoundError(f"model or folder called {model!r}", f"Give a model's folder, or one of: {names}.")
        return found[0]

    def _open(self, folder: Path) -> Chosen:
        return choose_embedder(folder, self._kept, gpu=self._gpu, floor=self._floors().get(str(folder)))

    def _floors(self) -> dict[str, float | None]:
        try:
            floors = json.loads(self._settings.setting(_KNOWN) or "{}")
        except ValueError:
            return {}
        return floors if isinstance(floors, dict) else {}

    def _find(self, wanted: tuple[str, str, int]) -> Chosen | None:
        for folder in self._folders():
            try:
                if model_name(folder) == wanted[0] and (found := self._form(folder, wanted)) is not None:
                    return found
            except AmbryError as error:
                log.info("%s is passed over: %s", folder, error.message)
        log.warning("No folder has the model %s of revision %s any more", *wanted[:2])
        return None

    def _form(self, folder: Path, wanted: tuple[str, str, int]) -> Chosen | None:
        """The exact model or its 8-bit form, whichever made these vectors."""
        floor = self._floors().get(str(folder))
        exact = read_model(folder, TokenSplitter.from_file(folder / "tokenizer.json")).model
        if exact.identity == wanted:
            return SentenceTransformersEmbedder(folder, "a collection was indexed with it", floor)
        light = replace(exact, revision=light_revision(exact.revision))
        if light.identity == wanted and find_spec("openvino"):
            return OpenVinoEmbedder(folder, self._kept, floor)
        return None


def _missing_as_none(find: Callable[[], Path]) -> Path | None:
    try:
        return find()
    except ModelError:
        return None
