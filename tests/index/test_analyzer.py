import pytest

from host.index.analyzer import Analyzer

# language, text, terms
TERMS = [
    ("en", "How are the connections made?", ["connect", "made"]),
    ("", "Running RUNS", ["run", "run"]),
    ("de", "Häuser", ["haus"]),
    ("de-AT", "Häuser", ["haus"]),
    ("xx", "running", ["run"]),
    ("en", "snake_case", ["snake_cas", "snake", "case"]),
    ("en", "parseHTTPResponse2", ["parsehttpresponse2", "pars", "http", "respons", "2"]),
    ("en", "ﬁle", ["file"]),
    ("en", "日本語", ["日本", "本語"]),
    ("en", "日 x日本y", ["日", "x", "日本", "y"]),
    ("en", "ภาษา", ["ภา", "าษ", "ษา"]),
    ("en", "हिन्दी", ["हिन्दी"]),
    ("en", "", []),
    ("en", "what is it", []),
    ("en", "… — !", []),
]


@pytest.mark.parametrize(("language", "text", "terms"), TERMS)
def test_texts_become_terms(language, text, terms):
    assert Analyzer(language).terms(text) == terms


def test_an_identifier_is_found_by_its_parts_and_by_itself():
    analyzer = Analyzer()
    assert set(analyzer.terms("response")) & set(analyzer.terms("getHttpResponse"))
    assert analyzer.terms("getHttpResponse")[0] in analyzer.terms("call getHttpResponse now")
