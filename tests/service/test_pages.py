import pytest

from host.contract import requests
from host.core.acquire_ports import Response
from host.errors import AmbryError, ErrorCode

PAGE = "# Rain gauge\n\nThe gauge is calibrated with 200 ml of water.\n"


async def test_a_page_in_view_becomes_a_collection(world):
    opened = await world.open_page(PAGE)
    assert (opened.collection.kind, opened.collection.key) == ("page", "https://example.org/page")
    assert (opened.collection.title, opened.collection.documents) == ("Rain gauge", 1)
    assert [event.stage for event in world.seen("progress")] == ["Reading the page", "Indexing"]


async def test_the_same_page_again_is_not_embedded_again(world):
    first = await world.open_page(PAGE)
    embedded = len(world.parts.embedders.current.embedded)
    again = await world.open_page(PAGE)
    assert again.collection == first.collection
    assert len(world.parts.embedders.current.embedded) == embedded


async def test_a_changed_page_replaces_itself(world):
    opened = await world.open_page(PAGE)
    changed = await world.open_page(PAGE.replace("200", "300"))
    assert changed.collection.id == opened.collection.id
    found = await world.ask_for(requests.Search, collection=opened.collection.id, query="water")
    assert [source.text for source in found.sources if "ml" in source.text] == [PAGE.replace("200", "300").strip()]


async def test_pages_that_differ_in_their_query_are_two(world):
    first = await world.open_page(PAGE, url="https://example.org/watch?v=1")
    second = await world.open_page(PAGE, url="https://example.org/watch?v=2#top")
    assert first.collection.id != second.collection.id


async def test_an_upload_is_used_once(world, ambry_home):
    await world.open_page(PAGE)
    assert list((ambry_home / "uploads").iterdir()) == []


async def test_a_page_with_a_longer_text_than_the_cap_says_so(world):
    opened = await world.open_page("\n\n".join(f"# Part {n}\n\n" + f"word{n} " * 100 for n in range(300)))
    assert "first 200 passages can be searched" in opened.notices[0]


async def test_an_address_is_fetched_and_opened(world, pages):
    pages["https://example.org/manual"] = PAGE
    opened = await world.ask_for(requests.OpenUrl, url="https://example.org/manual#part")
    assert opened.collection.key == "https://example.org/manual"


async def test_an_address_that_answers_with_an_error_says_which(world, pages):
    pages["https://example.org/gone"] = Response("https://example.org/gone", 410, b"gone")
    with pytest.raises(AmbryError, match="HTTP 410") as caught:
        await world.ask_for(requests.OpenUrl, url="https://example.org/gone")
    assert caught.value.code is ErrorCode.HTTP_STATUS


async def test_a_file_is_extracted_without_being_kept(world, ambry_home):
    extracted = await world.ask_for(requests.Extract, upload=await world.upload("note.md", PAGE))
    assert (extracted.title, extracted.strategy, extracted.markdown) == ("Rain gauge", "fake", PAGE)
    assert "#" not in extracted.text
    assert extracted.about.authors == ()
    assert list((ambry_home / "uploads").iterdir()) == []
    assert world.parts.library.collections() == []


async def test_what_of_a_file_was_not_read_is_told_with_it(world):
    partly = "PARTLY written\n\nThe mast is two metres high."
    extracted = await world.ask_for(requests.Extract, upload=await world.upload("a.pdf", partly))
    assert extracted.notice.startswith("Page 2 is a picture: what is written on it cannot be searched. Let the text")
    read = await world.ask_for(requests.Extract, upload=await world.upload("a.pdf", partly), ocr=("eng",))
    assert read.notice == ""
    opened = await world.open_page(partly)
    assert opened.notices == ("Page 2 is a picture: what is written on it cannot be searched.",)


async def test_what_a_page_says_of_itself_goes_with_its_passages(world):
    signed = f"{PAGE}\nBy Ann Lee, 2024-05-06\n"
    extracted = await world.ask_for(requests.Extract, upload=await world.upload("note.md", signed))
    assert (extracted.about.authors, extracted.about.published) == (("Ann Lee",), "2024-05-06")
    opened = await world.open_page(signed)
    found = await world.ask_for(requests.Search, collection=opened.collection.id, query="water")
    assert {(source.authors, source.date) for source in found.sources} == {(("Ann Lee",), "2024-05-06")}


@pytest.mark.parametrize("read", ["page", "address", "file"])
async def test_a_locked_file_opens_with_its_password_however_it_came(world, pages, read):
    url = "https://example.org/locked.pdf"
    pages[url] = "LOCKED plans of the mast"

    async def opened(password):
        if read == "address":
            return await world.ask_for(requests.OpenUrl, url=url, password=password)
        upload = await world.upload("locked.pdf", "LOCKED plans of the mast")
        if read == "file":
            return await world.ask_for(requests.Extract, upload=upload, password=password)
        page = {"url": url, "upload": upload, "media_type": "application/pdf"}
        return await world.ask_for(requests.OpenPage, page=page, password=password)

    with pytest.raises(AmbryError) as caught:
        await opened("")
    assert caught.value.code is ErrorCode.ENCRYPTED
    assert await opened("secret")


async def test_a_page_of_pictures_is_recognised_when_it_may_be(world):
    upload = await world.upload("scan.pdf", "PICTURE of the mast")
    page = {"url": "https://example.org/scan.pdf", "upload": upload, "media_type": "application/pdf"}
    opened = await world.ask_for(requests.OpenPage, page=page, ocr=("eng",))
    assert opened.state == "indexed"
    assert "Recognising text" in [event.stage for event in world.seen("progress")]
