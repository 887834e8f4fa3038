import re

import pytest

from host.index.analyzer import Analyzer

# language, text, terms
TERMS = [
    ("en", "How are the connections made?", ["connect", "made"]),
    ("", "Running RUNS", ["run", "run"]),
    ("de", "Häuser", ["haus"]),
    ("de-AT", "Häuser", ["haus"]),
    ("xx", "running", ["run"]),
    ("de", "Was ist in den Häusern?", ["haus"]),
    ("fr", "le but de la course", ["but", "cours"]),  # no word of English is taken out of French
    ("en", "but the goal", ["goal"]),
    ("pl", "książki", ["książk"]),
    ("eu", "etxea", ["etxea"]),  # a stemmer, but no list of stop words
    ("en", "C++ and C#", ["c++", "c", "c#", "c"]),
    ("en", "ambry --max-pages 5", ["ambri", "--max-pag", "max", "page", "5"]),
    ("en", "Python 3.11, v1.9.2.", ["python", "3.11", "3", "11", "v1.9.2", "v1", "v", "1", "9", "2"]),
    ("en", "call foo.bar() or std::sort", ["call", "foo.bar", "foo", "bar", "std::sort", "std", "sort"]),
    ("en", "e.g. this. That", ["e", "g"]),
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


CODE = ["snake_case", "foo.bar()", "--max-pages", "3.11", "v1.9.2", "C++", "C#", "E07", "std::vector"]


@pytest.mark.parametrize("name", CODE)
def test_a_name_of_code_is_told_from_its_parts(name):
    analyzer = Analyzer("en")
    whole, *_ = analyzer.terms(name)
    parts = analyzer.terms(" ".join(re.findall(r"[A-Za-z]+|[0-9]+", name)))
    assert whole in analyzer.terms(f"It says {name}, in the text.")
    assert whole not in parts


def test_an_identifier_is_found_by_its_parts_and_by_itself():
    analyzer = Analyzer()
    assert set(analyzer.terms("response")) & set(analyzer.terms("getHttpResponse"))
    assert analyzer.terms("getHttpResponse")[0] in analyzer.terms("call getHttpResponse now")
