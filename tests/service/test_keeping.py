"""Pages and videos that are kept in a vault."""

from host.contract import requests
from host.core.documents import About, Document

PAGE = "# Rain gauge\n\nThe gauge is calibrated with 200 ml of water.\n"
URL = "https://example.org/gauge"


async def keep(world, text=PAGE, url=URL, vault="papers"):
    page = {"url": url, "upload": await world.upload("page", text), "media_type": "text/html"}
    return await world.ask_for(requests.OpenPage, page=page, vault=vault)


async def kept(world, address=URL, **fields):
    found = (await world.ask_for(requests.FindKept, address=address, **fields)).kept
    return [(view.vault, view.document.uri, view.changed) for view in found]


async def test_a_page_becomes_a_document_of_the_vault(world):
    opened = await keep(world)
    assert (opened.collection.kind, opened.collection.key, opened.state) == ("vault", "papers", "indexed")
    read = await world.ask_for(requests.ReadDocument, document=opened.document)
    assert (read.document.url, read.markdown) == (URL, PAGE)
    found = await world.ask_for(requests.Search, collection=opened.collection.id, query="water")
    assert found.sources[0].url.startswith(f"{URL}#:~:text=")


async def test_it_joins_what_is_there_and_is_not_kept_twice(world):
    await world.add_files("papers", {"a.md": "# Mast"})
    first = await keep(world)
    assert first.collection.documents == 2
    again = await keep(world)
    assert (again.state, again.document, again.collection.documents) == ("unchanged", first.document, 2)


async def test_the_same_words_under_another_address_are_kept_once(world):
    first = await keep(world)
    again = await keep(world, url="https://example.org/copy-of-it")
    assert (again.state, again.document, again.collection.documents) == ("skipped", first.document, 1)
    assert again.notices == (f"The same words are already there as {URL}.",)


async def test_a_page_that_takes_on_the_words_of_another_keeps_no_old_text(world):
    await keep(world)
    await keep(world, text="# Another", url="https://example.org/other")
    changed = await keep(world, url="https://example.org/other")
    assert (changed.state, changed.collection.documents) == ("indexed", 2)
    read = await world.ask_for(requests.ReadDocument, document=changed.document)
    assert read.markdown == PAGE


async def test_where_a_page_is_kept_is_found_by_any_spelling_of_its_address(world):
    await keep(world)
    assert await kept(world, f"{URL}?utm_source=feed#top") == [("papers", URL, None)]
    assert await kept(world, "https://example.org/print/gauge", canonical=URL) == [("papers", URL, None)]
    assert await kept(world, "https://example.org/other") == []


async def test_a_page_is_kept_under_the_address_it_wants_to_be_known_by(world, monkeypatch):
    def convert(data, *, uri, **_):
        return Document(uri, "Rain gauge", data.decode(), about=About(canonical=URL))

    monkeypatch.setattr(world.parts.converter, "convert", convert)
    await keep(world, url="https://example.org/print/gauge")
    assert await kept(world) == [("papers", URL, None)]


async def test_a_page_that_was_read_anew_tells_whether_it_has_changed(world):
    await keep(world)
    await world.open_page(PAGE, url=URL)
    assert await kept(world) == [("papers", URL, False)]
    await world.open_page(PAGE.replace("200", "300"), url=URL)
    assert await kept(world) == [("papers", URL, True)]
    await keep(world, text=PAGE.replace("200", "300"))
    assert await kept(world) == [("papers", URL, False)]


async def test_a_page_may_be_in_several_vaults(world):
    await keep(world)
    await keep(world, vault="books")
    assert sorted(await kept(world)) == [("books", URL, None), ("papers", URL, None)]


async def test_an_address_is_fetched_into_a_vault(world, pages):
    pages[URL] = PAGE
    opened = await world.ask_for(requests.OpenUrl, url=URL, vault="papers")
    assert (opened.collection.kind, await kept(world)) == ("vault", [("papers", URL, None)])


async def test_a_video_is_kept_with_its_seconds(world):
    opened = await world.ask_for(requests.OpenVideo, video="Lrk5pur0001", vault="papers")
    assert opened.collection.kind == "vault"
    found = await world.ask_for(requests.Search, collection=opened.collection.id, query="mast")
    assert found.sources[0].url == "https://www.youtube.com/watch?v=Lrk5pur0001&t=3s"
    for address in ("https://youtu.be/Lrk5pur0001?t=9", "https://www.youtube.com/watch?v=Lrk5pur0001&list=x"):
        assert await kept(world, address) == [("papers", "https://www.youtube.com/watch?v=Lrk5pur0001", None)]
