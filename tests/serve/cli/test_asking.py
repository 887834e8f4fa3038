"""`ambry ask` and `ambry search`, against a scripted engine."""

import sys

import pytest

from host.contract import events, requests, results
from host.contract.views import CitationView, ExplanationView, ReasonView, StepView
from host.errors import ErrorCode, ProviderError
from tests.serve.cli.conftest import COLLECTION, make_source, press_ctrl_c

ANSWER = results.Answer(
    answer="About 18 months [1].",
    mode="passages",
    provider="ollama",
    writer="Ollama",
    model="llama",
    sources=(make_source(1, cited=True), make_source(2)),
    citations=(CitationView(n=1, quote="18 months", url="https://larkspur.example/1.html#cells:~:text=18%20months"),),
    notices=("Ollama was slow.",),
)


@pytest.fixture
def answering(client):
    client.script[requests.Ask] = [
        events.Notice(id="1", text="Ollama was slow."),
        events.Sources(id="1", sources=(make_source(1), make_source(2))),
        events.Thinking(id="1", text="hm"),
        events.Delta(id="1", text="About "),
        events.Delta(id="1", text="18 months [1]."),
        ANSWER,
    ]
    return client


def test_the_answer_streams_to_stdout_and_its_sources_follow_with_the_cited_ones_marked(ambry, answering):
    result = ambry("ask", "How long?", "--site", "larkspur.example")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "About 18 months [1].",
        "",
        "● [1] Page 1 > Cells",
        "      https://larkspur.example/1.html#cells",
        "○ [2] Page 2 > Cells",
        "      https://larkspur.example/2.html",
    ]
    assert "Ollama was slow." in result.stderr
    assert result.stderr.splitlines()[-1] == "Ollama · llama"
    assert answering.last(requests.Ask).collection == COLLECTION.id


def test_an_answer_without_a_language_model_is_signed_in_the_words_of_the_panel(ambry, client):
    client.script[requests.Ask] = [ANSWER.model_copy(update={"provider": "quotes", "writer": "Quotes", "model": ""})]
    assert ambry("ask", "How long?", "--site", "larkspur.example").stderr.splitlines()[-1] == "Quotes"


def test_a_cited_source_names_the_place_of_the_sentence_and_not_where_the_passage_begins(ambry, client):
    video = make_source(1, cited=True, uri="https://youtu.be/Lrk5pur0001", headings=(), label="0:01")
    citation = CitationView(n=1, quote="18 months", url="https://youtu.be/Lrk5pur0001?t=204", label="3:24")
    client.script[requests.Ask] = [ANSWER.model_copy(update={"sources": (video,), "citations": (citation,)})]
    result = ambry("ask", "How long?", "--site", "larkspur.example")
    assert result.stdout.splitlines()[-2:] == ["● [1] Page 1 > 3:24", "      https://youtu.be/Lrk5pur0001?t=204"]


def test_a_file_of_a_vault_is_named_by_its_path_there(ambry, client):
    notes = make_source(1, cited=True, uri="ambry:///my%20notes/2024/p%C3%A2t%C3%A9.md")
    citation = CitationView(n=1, quote="18 months", url=notes.uri, label="")
    client.script[requests.Ask] = [ANSWER.model_copy(update={"sources": (notes,), "citations": (citation,)})]
    client.script[requests.Search] = results.Found(sources=(notes,))
    assert ambry("ask", "How long?", "--vault", "my notes").stdout.splitlines()[-1] == "      2024/pâté.md"
    assert ambry("search", "cells", "--vault", "my notes").stdout.splitlines()[1] == "      2024/pâté.md"


def test_json_has_the_answer_and_the_fields_of_each_source(ambry_json, answering):
    code, printed = ambry_json("ask", "How long?", "--site", "larkspur.example", "--provider", "ollama")
    assert code == 0
    assert list(printed) == ["answer", "mode", "provider", "sources", "notices"]
    assert printed["answer"] == "About 18 months [1]."
    assert set(printed["sources"][0]) == {
        "n", "uri", "title", "path", "authors", "date", "headings", "score", "text", "cited"
    }  # fmt: skip
    assert [source["cited"] for source in printed["sources"]] == [True, False]
    assert printed["notices"] == ["Ollama was slow."]
    assert answering.last(requests.Ask).provider == "ollama"


def test_escape_sequences_of_a_page_never_reach_the_terminal(ambry, answering):
    hostile = "\x1b]0;owned\x07\x9b2J"
    source = make_source(1, title=hostile, uri=f"https://{hostile}")
    citation = CitationView(n=1, quote=hostile, url=f"https://larkspur.example/{hostile}")
    answer = ANSWER.model_copy(update={"sources": (source,), "citations": (citation,)})
    answering.script[requests.Ask] = [events.Delta(id="1", text=f"a{hostile}b\nc"), answer]
    result = ambry("ask", "How long?", "--site", "larkspur.example")
    assert not {"\x1b", "\x07", "\x9b"} & set(result.stdout)
    assert result.stdout.startswith("a]0;owned2Jb\nc\n")


def test_line_breaks_at_the_end_of_an_answer_are_dropped_and_a_shared_address_stands_once(ambry, answering):
    first = make_source(1, cited=True)
    sources = (first, first.model_copy(update={"n": 2, "headings": ("Page 1", "Light"), "cited": False}))
    answering.script[requests.Ask] = [
        *(events.Delta(id="1", text=text) for text in ("One.\n", "\nTwo.\n", "\n")),
        ANSWER.model_copy(update={"sources": sources, "citations": ()}),
    ]
    result = ambry("ask", "How long?", "--site", "larkspur.example")
    assert result.stdout == (
        "One.\n\nTwo.\n\n● [1] Page 1 > Cells\n○ [2] Page 1 > Light > Cells\n      https://larkspur.example/1.html\n"
    )


def test_an_answer_without_sources_lists_none(ambry, answering):
    answering.script[requests.Ask] = [
        events.Delta(id="1", text="Nothing in these sources answers that."),
        ANSWER.model_copy(update={"sources": (), "mode": "none", "model": ""}),
    ]
    result = ambry("ask", "Pancakes?", "--site", "larkspur.example")
    assert result.stdout == "Nothing in these sources answers that.\n"
    assert result.stderr == "", "what is no answer is signed by nobody"


def test_a_question_without_a_scope_is_told_the_options_and_what_there_is(ambry):
    result = ambry("ask", "How long?")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines() == [
        "Say what to search.",
        "Add one of --page URL or FILE, --site HOST, --vault NAME, --video URL. Indexed: --site larkspur.example.",
    ]


def test_a_question_with_two_scopes_is_told_to_keep_one_of_them(ambry):
    result = ambry("ask", "How long?", "--site", "a.example", "--vault", "b")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines() == [
        "Only one of page, site, vault and video can be searched at a time.",
        "Keep one of --site, --vault.",
    ]


def test_an_error_is_one_json_value_with_its_code_and_next_step(ambry_json, client):
    client.script[requests.Ask] = ProviderError(ErrorCode.PROVIDER_REFUSED, "Refused.", "Check the key.")
    code, printed = ambry_json("ask", "How long?", "--site", "larkspur.example")
    assert code == 1
    assert printed["error"]["code"] == "provider_refused"
    assert printed["error"]["next_step"] == "Check the key."


def test_an_error_after_the_first_words_leaves_them_and_goes_to_stderr(ambry, client):
    client.script[requests.Ask] = [
        events.Delta(id="1", text="About "),
        ProviderError(ErrorCode.PROVIDER_UNREACHABLE, "It is gone.", "Start it again."),
    ]
    result = ambry("ask", "How long?", "--site", "larkspur.example")
    assert (result.exit_code, result.stdout) == (1, "About ")
    assert result.stderr.splitlines() == ["It is gone.", "Start it again."]


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill cannot send Ctrl-C to this process alone")
def test_ctrl_c_ends_the_answer_where_it_is(ambry, client):
    client.script[requests.Ask] = [events.Delta(id="1", text="About "), press_ctrl_c]
    result = ambry("ask", "How long?", "--site", "larkspur.example")
    assert (result.exit_code, result.stdout) == (130, "About ")


def test_search_prints_each_passage_under_its_place(ambry, client):
    client.script[requests.Search] = results.Found(sources=(make_source(1),))
    result = ambry("search", "cells", "--vault", "garden", "--limit", 3)
    assert result.stdout.splitlines() == [
        "[1] Page 1 > Cells",
        "      https://larkspur.example/1.html",
        "The cells last about 18 months.",
        "",
    ]
    assert client.last(requests.Search).limit == 3


def test_search_prints_json(ambry_json, client):
    client.script[requests.Search] = results.Found(sources=(make_source(1),))
    code, printed = ambry_json("search", "cells", "--vault", "garden")
    assert (code, printed["query"], printed["sources"][0]["n"]) == (0, "cells", 1)


def test_search_says_when_it_finds_nothing(ambry, client):
    client.script[requests.Search] = results.Found(sources=())
    result = ambry("search", "cells", "--vault", "garden")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "Nothing was found." in result.stderr


EXPLANATION = ExplanationView(
    reasons=(
        ReasonView(n=1, fused=1.5, dense=0.61, dense_rank=2, keyword=7.25, keyword_rank=1, coverage=0.75),
        ReasonView(n=2, fused=-0.5, dense=0.2, keyword=3.0, keyword_rank=9),
        ReasonView(n=3, fused=-0.6),
    ),
    mode="hybrid",
    filters=("folder notes",),
    floor=0.3,
    steps=(StepView(name="embed the question", milliseconds=1.44), StepView(name="in all", milliseconds=3.0)),
)


def test_search_explains_each_passage_and_the_time_of_each_step(ambry, client):
    client.script[requests.Search] = results.Found(sources=tuple(map(make_source, (1, 2, 3))), explanation=EXPLANATION)
    result = ambry("search", "cells", "--vault", "garden", "--explain", "--folder", "notes", "--mode", "hybrid")
    assert result.stdout.splitlines() == [
        "[1] Page 1 > Cells",
        "      https://larkspur.example/1.html",
        "      +1.50: meaning 0.610 (no. 2), words 7.250 (no. 1), 75% of them",
        "The cells last about 18 months.",
        "",
        "[2] Page 2 > Cells",
        "      https://larkspur.example/2.html",
        "      -0.50: meaning 0.200 (not among the best), words 3.000 (no. 9), 0% of them",
        "The cells last about 18 months.",
        "",
        "[3] Page 3 > Cells",
        "      https://larkspur.example/3.html",
        "      -0.60: words 0.000 (not among the best), 0% of them",
        "The cells last about 18 months.",
        "",
        "hybrid search in folder notes; an answer needs meaning 0.30 with half of the question's words",
        "embed the question 1.4 ms, in all 3.0 ms",
    ]
    asked = client.last(requests.Search)
    assert (asked.explain, asked.folder, asked.mode) == (True, "notes", "hybrid")


def test_search_goes_by_meaning_or_by_words_alone(ambry, client):
    client.script[requests.Search] = results.Found(sources=())
    ambry("search", "cells", "--vault", "garden", "--mode", "keyword")
    assert client.last(requests.Search).mode == "keyword"
    assert ambry("search", "cells", "--vault", "garden", "--mode", "loose").exit_code == 2


def test_an_explanation_is_part_of_the_json(ambry_json, client):
    client.script[requests.Search] = results.Found(sources=(make_source(1),), explanation=EXPLANATION)
    code, printed = ambry_json("search", "cells", "--vault", "garden", "--explain")
    assert (code, printed["explanation"]["reasons"][0]["dense_rank"]) == (0, 2)


def test_a_question_may_be_for_one_folder(ambry, answering):
    ambry("ask", "How long?", "--vault", "garden", "--folder", "notes/2024")
    assert answering.last(requests.Ask).folder == "notes/2024"
