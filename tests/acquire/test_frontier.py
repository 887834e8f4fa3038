from host.acquire.frontier import Frontier, Target
from host.acquire.robots import Robots
from host.core.site import CrawlOrder

SITE = "https://a.example"


def frontier(rules="", **order):
    return Frontier(CrawlOrder(SITE, **order), Robots(rules, f"{SITE}/robots.txt"))


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
    monkeypatch.setattr("host.acquire.frontier.MOST_KNOWN", 2)
    crawl = frontier()
    crawl.add(Target(str(n), 0) for n in range(5))
    assert (crawl.known, crawl.unlisted) == (2, 3)


def objection(crawl, path, depth=0, listed=None):
    found = crawl.objection(Target(SITE + path, depth, listed))
    return (found.reason, found.passing) if found else None


def test_only_the_size_of_the_crawl_is_a_passing_reason():
    crawl = frontier("User-agent: *\nDisallow: /private", exclude=("/old",), max_pages=1, max_depth=2)
    assert objection(crawl, "/a") is None
    assert objection(crawl, "/private/a") == ("robots.txt does not allow it", False)
    assert objection(crawl, "/old/a") == ("its section, /old, was left out", False)
    assert objection(crawl, "/older") is None
    assert objection(crawl, "/a.png") == ("not a page (.png file)", False)
    assert objection(crawl, "/a", depth=3) == ("more than 2 links away from the start page", False)
    crawl.count()
    assert objection(crawl, "/a") == ("the limit of 1 pages was reached", True)


def test_what_a_sitemap_lists_is_no_trap():
    crawl = frontier()
    assert {objection(crawl, f"/list?sort={n}", listed="") for n in range(50)} == {None}
    assert objection(crawl, "/list?sort=x") is None
