import asyncio
from threading import Barrier, Event

import pytest

from host.acquire.sites.pace import Places
from host.contract import events, requests
from host.core.acquire_ports import Response
from host.core.collections import CollectionKind
from host.errors import AmbryError, ErrorCode

HOME = '<a href="/a">A</a> <a href="/b">B</a> <a href="/gone">gone</a> <a href="https://other.org/">elsewhere</a>'


@pytest.fixture
def pages():
    return {
        "https://example.org/": HOME,
        "https://example.org/a": "A: the mast is two metres high.",
        "https://example.org/b": "BROKEN",
    }


async def test_every_page_of_a_site_is_accounted_for(world):
    report = await world.index_site()
    assert (report.job.title, report.job.state) == ("example.org", "done")
    states = {item.uri: (item.state, item.reason) for item in report.items}
    assert states["https://example.org/a"] == ("indexed", "")
    assert states["https://example.org/b"] == ("skipped", "it is damaged")
    assert states["https://example.org/gone"][0] == "failed"
    assert "404" in states["https://example.org/gone"][1]
    assert report.job.total == len(report.items) == report.job.indexed + report.job.skipped + report.job.failed


async def test_a_site_indexed_again_embeds_nothing_that_has_not_changed(world, pages):
    await world.index_site()
    embedded = len(world.parts.embedders.current.embedded)
    pages["https://example.org/a"] = "A: the mast is three metres high."
    report = await world.index_site()
    assert (report.job.indexed, report.job.unchanged) == (1, 1)
    assert len(world.parts.embedders.current.embedded) == embedded + 1


async def test_pages_are_converted_while_others_are(world, pages, monkeypatch):
    """None of the two would go on alone."""
    pages.update({f"https://example.org/{n}": f"Page {n}: the mast is {n} metres high." for n in range(2)})
    pages["https://example.org/"] = '<a href="/0">0</a> <a href="/1">1</a>'
    both, convert = Barrier(2), world.parts.converter.convert

    def together(data, **more):
        if data.startswith(b"Page"):
            both.wait(20)
        return convert(data, **more)

    monkeypatch.setattr(world.parts.converter, "convert", together)
    report = await world.index_site()
    assert (report.job.state, report.job.indexed) == ("done", 3)


async def test_of_pages_that_say_the_same_the_first_is_kept_however_fast_the_others_are_converted(
    world, pages, monkeypatch
):
    copies = [f"https://example.org/{n}" for n in range(4)]
    text = "The larkspur station measures wind, rain and light from the top of its mast. " * 3
    pages.update({copy: text + " " * n for n, copy in enumerate(copies)})
    pages["https://example.org/robots.txt"] = "User-agent: *\nCrawl-delay: 0.01"  # one after the other
    pages["https://example.org/"] = " ".join(f'<a href="{copy}">x</a>' for copy in copies)
    converted, convert = Event(), world.parts.converter.convert

    def late(data, uri, **more):
        if uri == copies[0]:
            converted.wait(20)
        if uri == copies[2]:
            converted.set()
        return convert(data, uri=uri, **more)

    monkeypatch.setattr(world.parts.converter, "convert", late)
    report = await world.index_site()
    assert texts(world) == ["/", "/0"]
    assert {reason for path, reason in reasons(report).items() if path > "/0"} == {"the same text as " + copies[0]}


async def test_progress_names_the_page_and_the_total(world):
    await world.index_site()
    seen = [event.job for event in world.seen("job")]
    assert seen[-1].state == "done"
    assert any(job.stage.startswith("Read https://example.org/") for job in seen)


async def test_what_is_no_website_is_refused_before_a_job_is_made(world):
    with pytest.raises(AmbryError) as caught:
        await world.ask_for(requests.IndexSite, url="file:///etc/passwd")
    assert caught.value.code is ErrorCode.UNREACHABLE
    assert (await world.ask_for(requests.ListJobs)).jobs == ()


def states(report):
    return {item.uri.removeprefix("https://example.org"): item.state for item in report.items}


def reasons(report):
    return {item.uri.removeprefix("https://example.org"): item.reason for item in report.items}


def texts(world, key="example.org"):
    collection = world.parts.library.find_collection(CollectionKind.SITE, key)
    return [uri.removeprefix("https://example.org") for _, uri, _ in world.parts.library.documents(collection.id)]


async def test_pages_that_are_gone_leave_the_index_and_those_in_trouble_stay(world, pages):
    pages["https://example.org/c"] = "C: the cells last eighteen months."
    pages["https://example.org/"] = HOME + '<a href="/c">C</a>'
    await world.index_site()
    assert texts(world) == ["/", "/a", "/c"]
    pages["https://example.org/a"] = (503, "")
    pages["https://example.org/c"] = (410, "")
    report = await world.index_site()
    assert texts(world) == ["/", "/a"]
    assert reasons(report)["/c"] == "HTTP 410 Gone; it was taken out of the index"
    assert reasons(report)["/a"].startswith("HTTP 503")


async def test_pages_that_the_site_does_not_lead_to_any_more_leave_the_index(world, pages):
    await world.index_site()
    pages["https://example.org/"] = '<a href="/b">B</a>'
    report = await world.index_site()
    assert texts(world) == ["/"]
    assert reasons(report)["/a"] == "the site does not lead to it any more; it was taken out of the index"
    assert report.job.skipped == 2
    assert (
        report.job.total
        == len(report.items)
        == report.job.indexed + report.job.unchanged + report.job.skipped + report.job.failed
    )


async def test_a_site_that_is_down_loses_nothing(world, pages):
    await world.index_site()
    collection = world.parts.library.find_collection(CollectionKind.SITE, "example.org").id
    pages["https://example.org/robots.txt"] = (503, "")
    started = await world.ask_for(requests.RefreshSite, collection=collection)
    report = await world.ask_for(requests.WatchJob, job=started.job.id)
    assert (states(report), texts(world)) == ({"/": "failed"}, ["/", "/a"])


async def test_a_site_that_could_not_be_read_does_not_count_as_read(world, pages):
    pages.clear()
    pages["https://example.org/robots.txt"] = "User-agent: *\nDisallow: /"
    await world.index_site()
    (site,) = (await world.ask_for(requests.Status)).collections
    assert site.refreshed == 0


TEXT = "The Larkspur station measures wind, rain and light, and runs on two cells which last eighteen months each."


async def test_the_same_text_at_two_addresses_is_indexed_once_and_both_are_remembered(world, pages):
    pages["https://example.org/"] = '<a href="/print"></a><a href="/page"></a>'
    pages |= {"https://example.org/page": TEXT, "https://example.org/print": f"## {TEXT}"}
    report = await world.index_site()
    assert sorted(states(report).values()) == ["indexed", "indexed", "skipped"]
    (kept,) = set(texts(world)) - {"/"}
    (other,) = {"/page", "/print"} - {kept}
    assert reasons(report)[other] == f"the same text as https://example.org{kept}"
    store, collection = world.parts.site_pages, report.job.collection
    assert store.aliases(collection, f"https://example.org{kept}") == [f"https://example.org{other}"]
    again = await world.index_site()
    assert (again.job.indexed, again.job.unchanged) == (0, 2)


LONG = f"# The station\n\n{TEXT} Its readings go to the house by radio every ninety seconds, in winter as in summer."


def address(path):
    return f"https://example.org{path}"


async def test_nearly_the_same_text_at_two_addresses_is_indexed_once(world, pages):
    pages[address("/")] = '<a href="/a1"></a><a href="/a2"></a>'
    pages |= {address("/a1"): f"{LONG}\n\nPrinted on 3 March 2026", address("/a2"): f"{LONG}\n\nPrinted on 4 May 2027"}
    report = await world.index_site()
    (kept,) = set(texts(world)) - {"/"}
    (other,) = {"/a1", "/a2"} - {kept}
    assert states(report) == {"/": "indexed", kept: "indexed", other: "skipped"}
    assert reasons(report)[other] == f"nearly the same text as {address(kept)}"
    assert world.parts.site_pages.aliases(report.job.collection, address(kept)) == [address(other)]
    again = await world.index_site()
    assert (again.job.indexed, again.job.unchanged, again.job.skipped) == (0, 2, 1)


async def test_short_pages_that_were_read_meanwhile_are_embedded_together_but_no_copies(world, pages, monkeypatch):
    found = {address(f"/{n}"): f"Page {n}: the mast is {n} metres high." for n in range(6)}
    found |= {address("/6"): f"{LONG}\n\nClosed on Mondays.", address("/7"): LONG}
    pages.update(found | {address("/"): " ".join(f'<a href="{page}">x</a>' for page in found)})
    pages["https://example.org/robots.txt"] = "User-agent: *\nCrawl-delay: 0.01"  # one after the other
    converted, convert = Event(), world.parts.converter.convert
    embedder, calls = world.parts.embedders.current, []
    embed = embedder.embed_passages

    def late(data, uri, **more):
        if uri.endswith("/0"):
            converted.wait(20)
        document = convert(data, uri=uri, **more)
        if uri.endswith("/7"):
            converted.set()
        return document

    monkeypatch.setattr(world.parts.converter, "convert", late)
    monkeypatch.setattr(embedder, "embed_passages", lambda texts: (calls.append(len(texts)), embed(texts))[1])
    report = await world.index_site()
    assert reasons(report)["/7"] == f"nearly the same text as {address('/6')}"
    assert max(calls) >= 6
    assert sum("Larkspur" in one for one in embedder.embedded) == 1


async def test_of_two_nearly_equal_pages_the_fuller_one_is_indexed(world, pages):
    """Whichever comes first, nothing that only one of them says is lost; the account tells one end for each."""
    world.parts.crawler._places = Places(1, 1)
    pages[address("/")] = '<a href="/plain"></a><a href="/full"></a>'
    pages |= {address("/plain"): LONG, address("/full"): f"{LONG}\n\nClosed on Mondays."}
    report = await world.index_site()
    assert states(report) == {"/": "indexed", "/plain": "skipped", "/full": "indexed"}
    assert texts(world) == ["/", "/full"]
    assert report.job.total == len(report.items) == 3
    again = await world.index_site()
    assert states(again) == {"/": "unchanged", "/plain": "skipped", "/full": "unchanged"}
    assert texts(world) == ["/", "/full"]


BANNER = "You are signed in as a guest."
COUNTER = "Seen by many readers."


@pytest.mark.parametrize("order", [("/plain", "/banner", "/counter"), ("/banner", "/counter", "/plain")])
async def test_one_text_with_something_else_around_it_at_each_address_is_one_page(world, pages, order):
    world.parts.crawler._places = Places(1, 1)
    pages[address("/")] = "".join(f'<a href="{path}"></a>' for path in order)
    pages |= {
        address("/plain"): LONG,
        address("/banner"): f"{LONG}\n\n{BANNER}",
        address("/counter"): f"{LONG}\n\n{COUNTER}",
    }
    await world.index_site()
    assert texts(world) == ["/", "/banner"]
    report = await world.index_site()
    assert texts(world) == ["/", "/banner"]
    assert states(report) == {"/": "unchanged", "/banner": "unchanged", "/plain": "skipped", "/counter": "skipped"}


async def test_two_texts_that_share_most_words_are_two_pages_when_what_they_share_stands_nowhere_alone(world, pages):
    pages[address("/")] = '<a href="/banner"></a><a href="/counter"></a>'
    pages |= {address("/banner"): f"{LONG}\n\n{BANNER}", address("/counter"): f"{LONG}\n\n{COUNTER}"}
    await world.index_site()
    assert texts(world) == ["/", "/banner", "/counter"]


async def test_pages_that_turn_out_to_be_others_take_no_place(world, pages):
    pages[address("/")] = "".join(f'<a href="/{n}"></a>' for n in range(6))
    pages |= {address(f"/{n}"): f"{LONG}\n\nPrinted at 12:0{n}." for n in range(4)}
    pages |= {address("/4"): "The last page.", address("/5"): "One too many."}
    report = await world.index_site(max_pages=3)
    assert states(report)["/4"] == "indexed"
    assert (report.job.indexed, report.job.skipped) == (3, 4)


async def test_two_addresses_of_one_page_stay_in_the_index_in_whichever_order_they_come(world, pages):
    pages[address("/")] = '<a href="/a1"></a><a href="/a2"></a>'
    pages |= {address("/a1"): LONG, address("/a2"): LONG}
    await world.index_site()
    (kept,) = set(texts(world)) - {"/"}
    (other,) = {"/a1", "/a2"} - {kept}
    pages[address("/")] = f'<a href="{other}"></a><p>first</p><a href="{kept}"></a>'
    world.parts.crawler._places = Places(1, 1)
    report = await world.index_site()
    assert texts(world) == ["/", kept]
    assert states(report) == {"/": "indexed", other: "skipped", kept: "unchanged"}


async def test_what_failed_in_passing_is_tried_again_and_nothing_else(world, pages):
    pages[address("/")] = '<a href="/a"></a><a href="/slow"></a><a href="/gone"></a>'
    pages[address("/slow")] = (503, "")
    report = await world.index_site()
    items = {item.uri.removeprefix("https://example.org"): item for item in report.items}
    assert {path: (item.code, item.again) for path, item in items.items()} == {
        "/": ("", False),
        "/a": ("", False),
        "/slow": ("http_status", True),
        "/gone": ("not_found", False),
    }
    pages[address("/slow")] = '<a href="/b2">It woke up.</a>'
    pages[address("/b2")] = "And led on."
    started = await world.ask_for(requests.RetryJob, job=report.job.id)
    again = await world.ask_for(requests.WatchJob, job=started.job.id)
    assert states(again) == {"/": "indexed", "/a": "indexed", "/slow": "indexed", "/gone": "failed", "/b2": "indexed"}
    assert texts(world) == ["/", "/a", "/b2", "/slow"]
    assert again.job.total == len(again.items) == 5
    with pytest.raises(AmbryError, match="Nothing of example"):
        await world.ask_for(requests.RetryJob, job=report.job.id)


async def test_pages_that_need_the_browser_are_read_once_it_is_offered_after_the_crawl(world, pages):
    pages[address("/a")] = (401, "")
    report = await world.index_site()
    (walled,) = [item for item in report.items if item.code == "needs_browser"]
    assert (walled.uri, walled.again) == (address("/a"), True)

    async def show(event):
        upload = await world.upload("page", "The mast is two metres high.")
        await world.service.handle(requests.Rendered(id="r", render=event.render, upload=upload), None)

    offer = requests.OfferRendering(id="o", site="example.org")
    offering = asyncio.create_task(world.service.handle(offer, show))
    await asyncio.sleep(0)
    started = await world.ask_for(requests.RetryJob, job=report.job.id)
    again = await world.ask_for(requests.WatchJob, job=started.job.id)
    assert states(again)["/a"] == "indexed"
    offering.cancel()


async def test_a_page_that_goes_lives_on_at_its_other_address(world, pages):
    pages["https://example.org/"] = '<a href="/a1"></a><a href="/a2"></a>'
    pages |= {"https://example.org/a1": TEXT, "https://example.org/a2": f"## {TEXT}"}
    await world.index_site()
    (kept,) = set(texts(world)) - {"/"}
    (other,) = {"/a1", "/a2"} - {kept}
    pages[address(kept)] = (404, "")
    pages[address("/")] = f'<a href="{other}"></a><a href="{kept}"></a>'
    world.parts.crawler._places = Places(1, 1)
    report = await world.index_site()
    assert texts(world) == ["/", other]
    assert reasons(report)[kept] == f"HTTP 404 Not Found; its text stays under {address(other)}"
    assert (await world.index_site()).job.failed == 1
    assert len(texts(world)) == 2


async def test_a_page_that_cannot_be_read_any_more_leaves_the_index(world, pages):
    await world.index_site()
    pages["https://example.org/a"] = "BROKEN in another way than /b"
    report = await world.index_site()
    assert reasons(report)["/a"].endswith("is damaged; it was taken out of the index")
    assert texts(world) == ["/"]


async def test_a_page_that_breaks_just_like_another_leaves_the_index_too(world, pages):
    """Whichever of the two was read first."""
    await world.index_site()
    pages["https://example.org/a"] = pages["https://example.org/b"]
    await world.index_site()
    assert texts(world) == ["/"]


async def test_a_page_that_asks_not_to_be_indexed_is_not_kept_under_its_other_address(world, pages):
    pages["https://example.org/b"] = pages["https://example.org/a"]
    await world.index_site()
    kept = texts(world)
    assert len(kept) == 2
    for path in ("/a", "/b"):
        unwanted = "<meta name=robots content=noindex><p>The mast is two metres high.</p>"
        pages[f"https://example.org{path}"] = Response(
            f"https://example.org{path}", 200, unwanted.encode(), {"content-type": "text/html"}
        )
    await world.index_site()
    assert texts(world) == ["/"]


async def test_a_page_that_turns_out_to_be_another_one_is_an_address_of_that(world, pages):
    await world.index_site()
    pages["https://example.org/a"] = Response("https://example.org/", 200, HOME.encode(), {"content-type": "text/html"})
    await world.index_site()
    assert texts(world) == ["/"]


async def test_a_site_is_found_where_its_redirects_lead(world, pages):
    pages["https://www.example.org/"] = "The station."
    pages["https://example.org/"] = Response(
        "https://www.example.org/", 200, b"The station.", {"content-type": "text/html"}
    )
    report = await world.index_site()
    assert (report.job.title, report.job.indexed) == ("www.example.org", 1)


async def test_a_part_of_a_site_is_a_collection_of_its_own_and_found_by_its_pages(world, pages):
    pages["https://example.org/docs/x"] = '<a href="/docs/y">y</a><a href="/docs/old/z">z</a>'
    pages["https://example.org/docs/y"] = "Y."
    report = await world.index_site("https://example.org/docs/x", prefix="/docs/", exclude=("docs/old/",))
    assert states(report) == {"/docs/x": "indexed", "/docs/y": "indexed", "/docs/old/z": "skipped"}
    found = await world.ask_for(requests.FindCollection, kind="site", key="example.org/docs/y")
    assert found.collection.key == "example.org/docs"
    assert (await world.ask_for(requests.FindCollection, kind="site", key="example.org/blog")).collection is None


async def test_a_site_can_be_planned(world, pages):
    pages["https://example.org/sitemap.xml"] = "<urlset><url><loc>https://example.org/a</loc></url></urlset>"
    plan = await world.ask_for(requests.PlanSite, url="https://example.org/")
    assert (plan.site, plan.prefix, plan.source, plan.pages, plan.probed) == ("example.org", "", "sitemap", 1, 2)
    assert [section.path for section in plan.sections] == ["/"]
    assert isinstance(world.events[0], events.Progress)
    pages.pop("https://example.org/sitemap.xml")
    assert (await world.ask_for(requests.PlanSite, url="https://example.org/")).source == "links"


async def test_a_site_is_refreshed_as_it_was_asked_for_last(world, pages):
    report = await world.index_site(max_pages=2)
    started = await world.ask_for(requests.RefreshSite, collection=report.job.collection)
    again = await world.ask_for(requests.WatchJob, job=started.job.id)
    assert states(again) == {**states(report), "/": "unchanged", "/a": "unchanged"}


async def test_what_was_never_crawled_cannot_be_refreshed(world):
    report = await world.add_files("papers", {"a.md": "# A"})
    with pytest.raises(AmbryError, match="no earlier crawl"):
        await world.ask_for(requests.RefreshSite, collection=report.job.collection)


async def test_a_schedule_is_shown_and_kept(world):
    report = await world.index_site()
    await world.ask_for(requests.SiteSchedule, collection=report.job.collection, hours=24)
    (site,) = (await world.ask_for(requests.Status)).collections
    assert site.refresh_hours == 24
    assert site.refreshed > 0
    await world.service.start()
    assert len((await world.ask_for(requests.ListJobs)).jobs) == 1


async def test_an_engine_that_starts_refreshes_what_is_due(world):
    report = await world.index_site()
    await world.ask_for(requests.SiteSchedule, collection=report.job.collection, hours=1)
    world.parts.sites._clock = lambda: report.job.updated + 3600
    await world.service.start()
    while len((jobs := await world.ask_for(requests.ListJobs)).jobs) < 2:
        await asyncio.sleep(0.01)
    again = await world.ask_for(requests.WatchJob, job=jobs.jobs[0].id)
    assert (again.job.title, again.job.unchanged) == ("example.org", 2)


async def test_a_paused_job_stays_so_when_the_engine_starts_again(world):
    job = await world.service._sites.create_job(requests.IndexSite(id="1", url="https://example.org/"))
    await world.ask_for(requests.PauseJob, job=job.id)
    await world.service.start()
    report = await world.ask_for(requests.ReportJob, job=job.id)
    assert (report.job.state, report.items) == ("paused", ())
    await world.ask_for(requests.ResumeJob, job=job.id)
    assert (await world.ask_for(requests.WatchJob, job=job.id)).job.state == "done"
