"""How a site is divided."""

import pytest

from host.core import site_plan
from host.core.site_plan import infer_prefix, is_within, sections, site_keys


@pytest.mark.parametrize(
    ("path", "prefix"),
    [
        # the folder of the page, when it has one
        ("/docs/getting-started", "/docs"),
        ("/docs/", "/docs"),
        ("/docs/api/python/client", "/docs"),
        ("/wiki/Larkspur", "/wiki"),
        ("/~gardener/notes.html", "/~gardener"),
        # none
        ("/docs", ""),
        ("/", ""),
        ("/index.html", ""),
        # languages and versions lead on
        ("/en/docs/intro", "/en/docs"),
        ("/en-GB/docs/intro", "/en-GB/docs"),
        ("/en/intro", "/en"),
        ("/en/latest/user/install.html", "/en/latest"),
        ("/docs/v2/intro", "/docs/v2"),
        ("/docs/en/2.1/intro", "/docs/en/2.1"),
        ("/3/library/json.html", "/3"),
        # a date is no version
        ("/blog/2024/05/post", "/blog"),
    ],
)
def test_a_page_tells_where_its_site_lives(path, prefix):
    assert infer_prefix(f"https://a.example{path}?x=/y/z") == prefix


def tree(paths, prefix=""):
    found = sections((f"https://a.example{path}" for path in paths), prefix)
    return [(section.path, section.pages, section.depth) for section in found]


def test_sections_are_a_tree_in_order_with_all_that_is_below():
    paths = ["/", "/docs/", "/docs/a", "/docs/api/x", "/docs/api/y", "/blog/1", "/about"]
    assert tree(paths) == [("/", 7, 0), ("/blog", 1, 1), ("/docs", 4, 1), ("/docs/api", 2, 2)]


def test_sections_below_a_prefix_start_at_it():
    assert tree(["/docs/a", "/docs/api/x"], "/docs") == [("/docs", 2, 0), ("/docs/api", 1, 1)]
    assert tree([], "/docs") == []


def test_deep_folders_count_with_their_parents():
    assert tree(["/1/2/3/4/5/6/page"])[-1] == ("/1/2/3/4", 1, 4)


def test_too_many_sections_leave_the_small_ones_out_and_the_tree_whole(monkeypatch):
    monkeypatch.setattr(site_plan, "MAX_SECTIONS", 3)
    assert tree(["/a/1", "/b/1", "/b/2", "/c/1", "/b/x/1"]) == [("/", 5, 0), ("/a", 1, 1), ("/b", 3, 1)]


@pytest.mark.parametrize(
    ("path", "section", "within"),
    [("/docs", "/docs", True), ("/docs/a", "/docs/", True), ("/docsy", "/docs", False), ("/a", "/", True)],
)
def test_a_path_is_within_a_section_by_whole_segments(path, section, within):
    assert is_within(path, section) is within


def test_the_nearest_key_of_a_page_comes_first():
    assert site_keys("a.example/docs/intro/") == ["a.example/docs/intro", "a.example/docs", "a.example"]
