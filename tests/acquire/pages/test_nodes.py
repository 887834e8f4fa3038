"""A page as a light tree."""

import pytest

from host.acquire.pages.nodes import DEEPEST, drop_all, outside_code
from tests.acquire.trees import body


def test_text_and_elements_stay_in_order():
    paragraph = body("<p>One <b>two</b> three<!-- no --> four</p>").find("p")
    assert paragraph is not None
    assert paragraph.text() == "One two three four"
    assert [child if isinstance(child, str) else child.tag for child in paragraph.children] == [
        "One ",
        "b",
        " three",
        " four",
    ]


def test_sizes_count_text_without_the_space_of_the_source_and_the_part_in_links():
    top = body("<div>\n   <p>12345   7</p>\n <a href='/x'>890</a></div>")
    assert (top.size, top.linked) == (10, 3)
    assert top.holds_blocks
    link = top.find("a")
    assert link is not None
    assert not link.holds_blocks


def test_what_was_dropped_can_be_brought_back():
    top = body("<p>one</p><p>two</p><p>three</p>")
    dropped = drop_all(top, [node for node in top.walk() if node.tag == "p"][:2])
    assert (top.text(), top.size) == ("three", 5)
    for node in reversed(dropped):
        node.restore()
    assert top.text() == "onetwothree"


def test_what_is_dropped_leaves_a_space_between_words():
    top = body("one<i>gone</i>two")
    drop_all(top, [node for node in top.walk() if node.tag == "i"])
    assert top.text() == "one two"


def test_a_node_in_a_dropped_one_is_no_trouble():
    top = body("<div><p>one</p></div><p>two</p>")
    drop_all(top, [node for node in top.walk() if node.tag in ("div", "p")])
    assert (top.text(), top.size) == ("", 0)


def test_what_is_dropped_in_a_link_is_no_longer_counted_as_linked():
    top = body("<a href='/x'>12<i>345</i></a>")
    drop_all(top, [node for node in top.walk() if node.tag == "i"])
    assert (top.size, top.linked) == (2, 2)


@pytest.mark.parametrize(("inside", "kept"), [("word " * 20, True), ("word", False)])
def test_text_that_only_stands_in_for_scripts_is_kept_where_it_is_all(inside, kept):
    top = body(f"<p>Loading the thread</p><noscript><p>{inside}</p></noscript>")
    assert ("word" in top.text()) is kept


def test_nesting_is_kept_only_as_deep_as_code_that_walks_the_tree_can_go():
    top = body("<div>" * 1000 + "deep <b>down</b><script>x</script> here" + "</div>" * 1000)
    assert top.text() == "deep down here"
    assert max(len(list(node.ancestors())) for node in top.walk()) <= DEEPEST + 2


def test_names_in_code_are_not_names_of_parts():
    assert [node.tag for node in outside_code(body("<pre><span class='comment'>#</span></pre><p>x</p>"))] == [
        "body",
        "pre",
        "p",
    ]
