"""What a question is about: the one option of four that names a page, site, vault or video."""

from __future__ import annotations

import asyncio
import mimetypes
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from host.contract import requests, results
from host.contract.views import CollectionView, OpenedWith, PageCapture
from host.core.scope import site_scope
from host.core.shell import typed
from host.errors import AmbryError, ErrorCode, NotFoundError
from host.serve.cli.opened_with import opened_with
from host.serve.cli.session import call
from host.serve.client import Client

Tell = Callable[[str], None]
"""Told what is being done, in words."""

_LANGUAGE = re.compile(r"[A-Za-z0-9-]{2,35}")
_OPTIONS = "--page URL or FILE, --site HOST, --vault NAME, --video URL"


@dataclass(frozen=True, slots=True)
class Scope:
    """A collection, and what the person should know about it."""

    collection: int
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read what is opened for this question: which captions of a video, and what a page or file may need."""

    languages: tuple[str, ...] = ()
    translate_to: str = ""
    ask_password: bool = False
    ocr: bool = False


def reading(languages: Sequence[str] | None, translate_to: str, *, password: bool, ocr: bool) -> Reading:
    """As it was typed. Raises typer.BadParameter for what is no language code."""
    for code in (*(languages or ()), *([translate_to] if translate_to else [])):
        if not _LANGUAGE.fullmatch(code):
            raise typer.BadParameter(f"{code} is no language code; give one such as en or pt-BR")
    return Reading(tuple(languages or ()), translate_to, password, ocr)


async def open_scope(client: Client, targets: Mapping[str, str], reading: Reading, tell: Tell) -> Scope:
    """The collection that the options name; pages and videos are read now. Raises AmbryError."""
    kind, target = await _only_target(client, targets)
    _check_reading(kind, reading)
    if kind in ("page", "video"):
        opening = await _opening(client, kind, target, reading, tell)
        opened = await call(client, opening, results.Opened)
        return Scope(opened.collection.id, opened.notices)
    return Scope((await find(client, kind, target)).id)


async def find(client: Client, kind: str, target: str) -> CollectionView:
    """The indexed site or vault of this name. Raises NotFoundError."""
    key = site_key(target) if kind == "site" else target
    request = requests.FindCollection.model_validate({"id": client.new_id(), "kind": kind, "key": key})
    found = await call(client, request, results.CollectionFound)
    if found.collection is None:
        command = f"ambry site index {typed(target)}" if kind == "site" else f"ambry vault add {typed(target)} PATH..."
        raise NotFoundError(f"{kind} called {key}", f"{await _choices(client)} To index it: {command}")
    return found.collection


def site_key(target: str) -> str:
    """`host`, `host/path` or a URL, as a site's key."""
    with_scheme = target if "://" in target else f"https://{target}"
    _, _, path = with_scheme.partition("://")[2].partition("/")
    return site_scope(with_scheme, path).key or target


def _check_reading(kind: str, reading: Reading) -> None:
    if kind != "video" and (reading.languages or reading.translate_to):
        raise AmbryError(ErrorCode.BAD_REQUEST, "Only a video has captions to choose.", "Name it with --video URL.")
    if kind != "page" and (reading.ask_password or reading.ocr):
        message = "Only a page or file is unlocked or recognised for a question."
        next_step = "Name it with --page; files of a vault get both from `ambry vault add` or `ambry vault watch`."
        raise AmbryError(ErrorCode.BAD_REQUEST, message, next_step)


async def _only_target(client: Client, targets: Mapping[str, str]) -> tuple[str, str]:
    given = [(kind, target) for kind, target in targets.items() if target]
    if len(given) == 1:
        return given[0]
    if given:
        message = "Only one of page, site, vault and video can be searched at a time."
        options = ", ".join(f"--{kind}" for kind, _ in given)
        raise AmbryError(ErrorCode.BAD_REQUEST, message, f"Keep one of {options}.")
    next_step = f"Add one of {_OPTIONS}. {await _choices(client)}"
    raise AmbryError(ErrorCode.BAD_REQUEST, "Say what to search.", next_step)


async def _choices(client: Client) -> str:
    status = await call(client, requests.Status(id=client.new_id()), results.Status)
    names = [f"--{collection.kind} {collection.key}" for collection in status.collections]
    return f"Indexed: {', '.join(names)}." if names else "Nothing is indexed yet."


async def _opening(client: Client, kind: str, target: str, reading: Reading, tell: Tell) -> requests.Request:
    if kind == "page":
        given = await opened_with(client, ask_password=reading.ask_password, ocr=reading.ocr)
        return await _page_request(client, target, given, tell)
    tell("Reading the transcript")
    return _video_request(client, target, reading)


def _video_request(client: Client, target: str, reading: Reading) -> requests.OpenVideo:
    return requests.OpenVideo(
        id=client.new_id(), video=target, languages=reading.languages, translate_to=reading.translate_to
    )


async def _page_request(client: Client, target: str, given: OpenedWith, tell: Tell) -> requests.Request:
    if target.lower().startswith(("http://", "https://")):
        tell("Fetching the page")
        return requests.OpenUrl(id=client.new_id(), url=target, **given.model_dump())
    tell("Reading the file")
    return await _file_request(client, Path(target), given)


async def _file_request(client: Client, path: Path, given: OpenedWith) -> requests.OpenPage:
    address, data = await asyncio.to_thread(lambda: (path.resolve().as_uri(), read_file(path)))
    upload = await client.upload(path.name, data)
    media_type = mimetypes.guess_type(path.name)[0] or ""
    # A saved page says itself how it is encoded: only a capture by the extension is UTF-8 for certain.
    media_type = "" if media_type == "text/html" else media_type
    page = PageCapture(url=address, title=path.name, media_type=media_type, upload=upload)
    return requests.OpenPage(id=client.new_id(), page=page, **given.model_dump())


def read_file(path: Path) -> bytes:
    """Raises AmbryError in the words of the system. What is no file has no end: pipes and devices are not read."""
    try:
        if path.exists() and not path.is_file():
            kind = "a folder" if path.is_dir() else "no regular file"
            raise AmbryError(ErrorCode.NOT_SUPPORTED, f"{path} is {kind}.", "Name the files themselves.")
        return path.read_bytes()
    except OSError as exc:
        reason = exc.strerror or "it cannot be read"
        raise AmbryError(ErrorCode.NOT_FOUND, f"{path}: {reason}.", "Check the path and its permissions.") from exc
