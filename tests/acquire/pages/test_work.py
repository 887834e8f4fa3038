"""Which declared thing a page is."""

from host.acquire.pages.work import PageWork

URL = "https://a.example/lamps"


def work(*things, title="Lamps", address=URL):
    return PageWork(list(things), title, address)


def article(headline: str, **fields):
    return {"@type": "Article", "headline": headline, **fields}


def test_of_several_it_is_the_one_with_the_pages_address():
    things = (
        article("Lamps", datePublished="2020-01-01"),
        article("Other", url=f"{URL}/#a", datePublished="2021-01-01"),
    )
    assert work(*things).published() == ["2021-01-01"]
    same = article("Other", mainEntityOfPage={"@id": "http://www.a.example/lamps/"}, datePublished="2022-01-01")
    assert work(article("Lamps"), same).published() == ["2022-01-01"]


def test_else_it_is_the_one_with_its_title():
    assert work(article("Oil", datePublished="a"), article("lamps", datePublished="b")).published() == ["b"]


def test_of_several_others_none_speaks_for_the_page():
    listed = (article("Oil", author="Ann Lee"), article("Wicks", author="Ben Roe"))
    assert work(*listed).authors() == []
    assert work(listed[0]).authors() == ["Ann Lee"]


def test_what_is_said_of_the_page_as_such_comes_second():
    page = {"@type": "WebPage", "datePublished": "2020-01-01", "dateModified": "2021-01-01"}
    found = work(page, article("Lamps", datePublished="2019-01-01"))
    assert (found.published(), found.modified()) == (["2019-01-01", "2020-01-01"], ["2021-01-01"])
    assert found.text("headline", "name") == "Lamps"


def test_a_question_that_is_all_of_a_page_is_the_page():
    page = {"@type": "QAPage", "mainEntity": {"@type": "Question", "name": "Lamps?", "author": {"name": "Ann"}}}
    assert work(page).authors() == ["Ann"]
    answers = {"@type": "FAQPage", "mainEntity": [{"@type": "Question"}, {"@type": "Question", "author": "Ann"}]}
    assert work(answers).authors() == []


def test_authors_are_looked_up_where_they_are_described():
    found = work(article("Lamps", author={"@id": "#ann"}), {"@type": "Person", "@id": "#ann", "name": "Ann Lee"})
    assert found.authors() == ["Ann Lee"]
    assert work(article("Lamps", author={"givenName": "Ann", "familyName": "Lee"})).authors() == ["Ann Lee"]


def test_people_come_before_organisations():
    house = {"@type": "Organization", "name": "Lamp House"}
    assert work(article("Lamps", author=[house, {"@type": "Person", "name": "Ann Lee"}])).authors() == ["Ann Lee"]
    assert work(article("Lamps", author=house, publisher=house)).authors() == ["Lamp House"]
    assert work(article("Lamps", publisher=house)).publisher() == "Lamp House"


def test_a_page_that_declares_nothing_says_nothing():
    assert (work().authors(), work().published(), work().publisher(), work().text("headline")) == ([], [], "", "")
