from host.core.fingerprint import fingerprint

TEXT = (
    "The Larkspur station measures wind, rain and light. It runs on two cells, which last about eighteen months each."
)


def test_markup_case_links_and_space_make_no_difference():
    other = "# " + TEXT.upper().replace("WIND", "[wind](https://a.example/wind?utm=1)").replace(" ", "\n\n", 3)
    assert fingerprint(TEXT) == fingerprint(other) != ""


def test_one_other_word_makes_another_page():
    assert fingerprint(TEXT) != fingerprint(TEXT.replace("eighteen", "twelve"))


def test_a_text_too_short_to_tell_is_like_no_other():
    assert fingerprint("Not found.") == ""
