from host.acquire.sites.frontier import Frontier, Target
from host.acquire.sites.robots import Robots
from host.core.site import CrawlOrder

SITE = "https://a.example"


def frontier(rules="", merged=lambda: 0, **order):
    return Frontier(CrawlOrder(SITE, **order), Robots(rules, f"{SITE}/robots.txt"), merged)


def drained(crawl):
    while crawl:
        yield crawl.pop()


def test_each_address_comes_once_in_the_order_of_its_coming():
    crawl = frontier()
    crawl.add([Target("a", 0), Target("b", 0), Target("a", 1)])
    crawl.add([Target("b", 1), Target("c", 1)])
    assert [(target.url, target.depth) for target in drained(crawl)] == [("a", 0), ("b", 0), ("c", 1)]
    assert crawl.known == 3
    assert not crawl


def test_what_a_redirect_led_to_is_not_asked_for_again():
    crawl = frontier()
    crawl.add([Target("a", 0), Target("b", 0)])
    assert crawl.take("b")
    assert crawl.take("elsewhere")
    assert not crawl.take("b")
    assert list(drained(crawl)) == [Target("a", 0), None]
    crawl.add([Target("elsewhere", 1)])
    assert not crawl


def test_the_rest_is_counted_when_there_is_too_much_to_list(monkeypatch):
    monkeypatch.setattr("host.acquire.sites.frontier.MOST_KNOWN", 2)
    crawl = frontier()
    crawl.add(Target(str(n), 0) for n in range(5))
    assert (crawl.known, crawl.unlisted) == (2, 3)


def objection(crawl, path, depth=0, listed=None):
    found = crawl.objection(Target(SITE + path, depth, listed))
    return (found.reason, found.code) if found else None


def test_what_is_not_asked_for_has_a_reason_in_words_and_in_one():
    crawl = frontier("User-agent: *\nDisallow: /private", exclude=("/old",), max_pages=1, max_depth=2)
    assert objection(crawl, "/a") is None
    assert objection(crawl, "/private/a") == ("robots.txt does not allow it", "robots_disallowed")
    assert objection(crawl, "/old/a") == ("its section, /old, was left out", "section_left_out")
    assert objection(crawl, "/older") is None
    assert objection(crawl, "/a.png") == ("not a page (.png file)", "not_read")
    assert objection(crawl, "/a", depth=3) == ("more than 2 links away from the start page", "too_deep")
    crawl.count()
    assert objection(crawl, "/a") == ("the limit of 1 pages was reached", "page_limit")


def test_a_page_that_turns_out_to_be_another_takes_no_place_whoever_finds_out():
    later = []
    crawl = frontier(merged=lambda: len(later), max_pages=2)
    for _ in range(3):
        crawl.count()
    assert crawl.is_full
    crawl.give_back()
    assert crawl.is_full
    later.append("a page")
    assert not crawl.is_full


def test_a_site_that_shows_one_page_at_every_address_comes_to_an_end():
    crawl = frontier(max_pages=2)
    for _ in range(4):
        assert not crawl.is_full
        crawl.count()
        crawl.give_back()
    assert crawl.is_full


def test_what_a_sitemap_lists_is_no_trap():
    crawl = frontier()
    assert {objection(crawl, f"/list?sort={n}", listed="") for n in range(50)} == {None}
    assert objection(crawl, "/list?sort=x") is None
    assert {objection(crawl, f"/list?sort={n}") for n in range(50)} >= {None}
    assert objection(crawl, "/list?sort=y")[1] == "trap"
