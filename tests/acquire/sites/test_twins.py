from host.acquire.sites.twins import Twins, body_hash

A, B, C = "https://a.example/a", "https://a.example/b", "https://a.example/c"


def test_the_first_to_bring_a_page_owns_all_its_names():
    twins = Twins()
    assert twins.owner(A) == A
    assert twins.claim(A, ["bytes", B]) == A
    assert twins.owner(B) == A
    assert twins.claim(C, ["bytes"]) == A
    assert twins.owner(C) == A


def test_a_page_with_nothing_in_common_is_its_own():
    twins = Twins()
    twins.claim(A, ["one"])
    assert twins.claim(B, ["other"]) == B


def test_equal_bytes_have_one_hash():
    assert body_hash(b"x") == body_hash(b"x") != body_hash(b"y")
