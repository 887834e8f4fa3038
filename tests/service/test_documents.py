import pytest

from host.contract import requests
from host.core.transcript import Segment, Transcript
from host.errors import AmbryError, ErrorCode
from tests.service.test_vaults import FILES


async def vault_of(world):
    report = await world.add_files("papers", FILES)
    return report.job.collection


async def listed(world, collection):
    return (await world.ask_for(requests.ListDocuments, collection=collection)).documents


async def test_a_vault_lists_its_documents_by_their_paths(world):
    documents = await listed(world, await vault_of(world))
    assert [(view.name, view.title, view.folder, view.url) for view in documents] == [
        ("notes.md", "Notes", "", ""),
        ("guides/setup.md", "Setup", "guides/", ""),
    ]


async def test_a_page_is_listed_by_its_address(world):
    opened = await world.open_page("# Rain gauge")
    (view,) = await listed(world, opened.collection.id)
    assert (view.name, view.url) == ("https://example.org/page", "https://example.org/page")


async def test_a_document_is_read_whole(world):
    _, second = await listed(world, await vault_of(world))
    read = await world.ask_for(requests.ReadDocument, document=second.id)
    assert (read.document, read.markdown, read.places) == (second, FILES["guides/setup.md"], ())
    assert read.collection.key == "papers"


async def test_a_passage_says_where_in_its_document_it_stands(world):
    collection = await vault_of(world)
    found = await world.ask_for(requests.Search, collection=collection, query="screw")
    source = found.sources[0]
    read = await world.ask_for(requests.ReadDocument, document=source.document)
    assert read.markdown[source.start : source.end] == source.text


async def test_a_transcript_has_the_second_of_each_paragraph(world):
    world.parts.transcripts.videos["Lrk5pur0009"] = Transcript(
        "Lrk5pur0009", "A talk", "en", (Segment(0, "One."), Segment(2, "Two."), Segment(40, "Three."))
    )
    opened = await world.ask_for(requests.OpenVideo, video="Lrk5pur0009")
    (view,) = await listed(world, opened.collection.id)
    read = await world.ask_for(requests.ReadDocument, document=view.id)
    assert [(place.label, read.markdown[place.start :].split()[0]) for place in read.places] == [
        ("0:00", "One."),
        ("0:40", "Three."),
    ]
    assert read.places[1].url == "https://www.youtube.com/watch?v=Lrk5pur0009&t=40s"


async def test_a_removed_document_is_found_no_more(world):
    collection = await vault_of(world)
    _, second = await listed(world, collection)
    await world.ask_for(requests.RemoveDocument, document=second.id)
    assert [view.name for view in await listed(world, collection)] == ["notes.md"]
    found = await world.ask_for(requests.Search, collection=collection, query="screw")
    assert not any("screw" in source.text for source in found.sources)
    with pytest.raises(AmbryError) as caught:
        await world.ask_for(requests.ReadDocument, document=second.id)
    assert caught.value.code is ErrorCode.NOT_FOUND


async def test_only_a_vault_loses_single_documents(world):
    opened = await world.open_page("# Rain gauge")
    (view,) = await listed(world, opened.collection.id)
    with pytest.raises(AmbryError, match="Only documents of a vault"):
        await world.ask_for(requests.RemoveDocument, document=view.id)
