import pytest

from host.core.page_name import lasting_address, same_name


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("/a", "/print/a", True),
        ("/a/", "/a/index.html", True),
        ("/a", "/", False),
        ("/x/a", "/x/b", False),
    ],
)
def test_a_canonical_address_is_believed_when_it_names_the_same_page(one, other, same):
    assert same_name(f"https://a.example{one}", f"https://a.example{other}") is same


@pytest.mark.parametrize(
    ("url", "canonical", "address"),
    [
        ("https://a.example/mast?utm_source=x#top", "", "https://a.example/mast"),
        ("https://a.example/print/mast", "https://a.example/mast", "https://a.example/mast"),
        ("https://a.example/mast?view=full", "https://a.example/mast", "https://a.example/mast"),
        ("https://a.example/mast", "https://a.example/", "https://a.example/mast"),
        ("https://a.example/mast", "https://b.example/mast", "https://a.example/mast"),
        ("https://a.example/mast", "javascript:alert(1)", "https://a.example/mast"),
        ("file:///home/a.html", "", "file:///home/a.html"),
    ],
)
def test_a_page_is_known_by_its_canonical_address_when_that_can_be_right(url, canonical, address):
    assert lasting_address(url, canonical) == address
