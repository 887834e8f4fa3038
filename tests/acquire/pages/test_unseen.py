"""What of a page nobody sees."""

import pytest

from tests.acquire.trees import body, tree


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>gone</script>",
        "<style>gone</style>",
        "<noscript>gone</noscript>",
        "<template><p>gone</p></template>",
        "<!-- gone -->",
        "<button>gone</button>",
        "<clipboard-copy>gone</clipboard-copy>",
        '<p style="display: none">gone</p>',
        '<p style="visibility:hidden">gone</p>',
        '<p style="position:absolute; left:-9999px">gone</p>',
        '<p style="font-size:0">gone</p>',
        '<p style="opacity: 0">gone</p>',
        '<p style="clip: rect(0, 0, 0, 0)">gone</p>',
        '<p style="color: #fff; background-color: white">gone</p>',
        "<p hidden>gone</p>",
        '<span aria-hidden="true">gone</span>',
        '<span class="sr-only">gone</span>',
        '<div class="d-none">gone</div>',
        '<div id="onetrust-banner-sdk"><p>gone</p></div>',
        '<div class="cookie-consent is-open">gone</div>',
    ],
)
def test_what_nobody_sees_is_left_out(hidden):
    assert body(f"<p>The words that stay</p>{hidden}").text() == "The words that stay"


@pytest.mark.parametrize(
    "shown",
    [
        '<div class="faq__answer" style="display:none">kept</div>',
        '<div role="tabpanel" aria-hidden="true">kept</div>',
        '<div style="font-size:0.8em; opacity: 0.9">kept</div>',
        '<div style="color: #fff; background: #000">kept</div>',
        '<div class="hidden md:block">kept</div>',
        '<div style="display:none"><main>kept</main></div>',
        '<div class="cookie-notice-page"><main>kept</main></div>',
        "<h3><button>kept</button></h3>",
        '<my-box><template shadowrootmode="open"><style>x</style>kept</template></my-box>',
        "<picture><source srcset='x'><b>kept</b></picture>",
        "<noframes><p>kept</p></noframes>",
    ],
)
def test_what_a_click_a_script_or_a_wider_screen_reveals_is_kept(shown):
    assert body(shown).text() == "kept"


def test_a_page_hidden_until_its_scripts_run_is_kept():
    assert tree('<html><body style="visibility:hidden" class="gdpr"><p>kept</p></body></html>').text() == "kept"
