from hypothesis import given
from hypothesis import strategies as st

from host.core.vault_address import file_path, file_uri


def test_an_address_names_the_vault_and_the_path():
    assert file_uri("my papers", "guides/set up.md") == "ambry:///my%20papers/guides/set%20up.md"


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])), st.text(st.characters(exclude_categories=["Cs"])))
def test_the_path_comes_back_from_the_address_whatever_the_names(vault, path):
    assert file_path(file_uri(vault, path)) == path


def test_an_address_on_the_web_is_no_path():
    assert file_path("https://example.org/a/b") == ""
