"""What surrounds the content of a page, told by its tag, its role or its name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from host.acquire.pages.clutter import drop_link_lists, drop_ways_out
from host.acquire.pages.nodes import HEADINGS, Node, drop_all, outside_code

MOST_CHROME = 1_000
"""Characters: what is longer and makes up half of the page is its content, whatever its name."""

_LARGEST_PART = 0.5
"""Of the page's text: a larger part is no margin, whatever its name."""

_MOST_PARAGRAPHS = 3
"""A form with more is the page itself: some sites wrap all of it in one."""

_WHOLE = frozenset(("html", "body", "main", "article"))
_ROLES = frozenset(
    ("navigation", "banner", "contentinfo", "search", "dialog", "alertdialog", "complementary", "menubar")
)


def _names(*parts: str) -> re.Pattern[str]:
    """Names of which one of the parts is a whole part: `share` in `post-share`, not in `shareholders`."""
    return re.compile(rf"(?:^|[\s_-])(?:{'|'.join(parts)})(?:[\s_-]|$)")


_SURROUNDING = re.compile(
    r"(?:^|[\s_-])(?:(?:site|page|main|global|top|bottom|mobile|primary|secondary|sub)?[-_]{0,2}"
    r"(?:header|footer|nav|navbar|navigation|menu|sidebar|breadcrumbs?|skip-?link|share|social))"
    r"(?:[-_]{1,2}+[^\W_]++)*+(?:\s|$)"
)
_ANYWHERE = _names(
    r"share|sharing|share-?(?:bar|tools|buttons?)|social-?(?:media|links?|icons?|share|bar)?|follow-?us",
    r"addtoany|addthis|sharedaddy|related(?:-?(?:posts?|articles?|stories|products?|content|links|news|items))?",
    r"recommend(?:ed|ations?)?|recirc(?:ulation)?|you-?may(?:-?also-?like)?|also-?like|trending",
    r"most-?(?:read|popular|viewed)|popular-?posts?|up-?sells?|cross-?sells?",
    r"newsletter(?:-?\w+)?|sign-?up|paywall|optin|mailing-?list|mc4wp|mailchimp|outbrain|taboola|dfp|sponsored",
    r"ads?|adverts?|advertisement|ad-?(?:slot|unit|container|wrapper|block)|breadcrumbs?|pagination|pager|paging",
    r"skip-?(?:to-?content|link)|toolbar|tool-?tip|popup|pop-?over|toast|modal-?backdrop",
    r"gform|wpforms|wpcf7|hs-?form|(?:contact|signup|subscribe|lead)-?form",
    r"mini-?cart|cart-?drawer|cart-?notification|announcement-?bar|login-?(?:form|modal)?",
)
"""Parts of no page's content, whatever its kind."""

_COMMENTS = _names(r"comments?(?:-?(?:list|area|section|form|wrapper|container))?|disqus(?:_thread)?|respond|livefyre")
_AROUND_ARTICLES = _names(
    r"subscri(?:be|ption)(?:-?\w+)?|donate|promo(?:tion|ted)?|promobox|banner|cta|right-?rail|sidebar",
    r"more-?(?:from|stories|articles|posts|news)|read-?(?:next|also|more-?links?)|next-?(?:post|article)",
    r"prev(?:ious)?-?(?:post|article)|post-?nav(?:igation)?|toc|table-of-contents|popup|modal|overlay|lightbox",
    r"tags?|tag-?(?:list|cloud|links)|categories|post-?tags|entry-?(?:meta|footer|utility)|post-?(?:meta|info|footer)",
    r"article-?(?:meta|footer|tags|info)|widget|print-?(?:only|link)|copyright|disclaimer|credits?",
    r"author-?(?:bio|box|info|card|about)?|about-?(?:the-?)?author|byline|bio",
    r"caption|wp-caption-text|gallery|slideshow|photo-?credit|image-?credit",
)
_AROUND_POSTS = _names(
    r"signature|sig|reactions?(?:-?bar)?|likes?|user-?(?:extras|stats|title|badge|banner)",
    r"message-?(?:user-?extras|attribution-?opposite)|similar-?threads|suggested-?topics|more-?topics|p-?nav|notices?",
    r"quick-?reply|js-?quick-?reply|post-?(?:controls|links)|topic-?map|crawler-?linkback-?list|views?-?count",
    r"side-?bar|tags?|poll|block-?outer|thread-?statusbar",
)


_AUTHOR = _names(r"author|user-?name|poster|postauthor|name|creator|member-?name")
"""Who says something: a thread without its authors cannot be followed."""


def drop_surroundings(top: Node) -> None:
    """Navigation, banners, footers, forms: what is the same on every page of a site."""
    limit = max(top.size * _LARGEST_PART, MOST_CHROME)
    drop_all(top, [node for node in outside_code(top) if node.size < limit and _surrounds(node)])


def drop_margins(top: Node) -> None:
    """What stands in the margins of pages of any kind."""
    drop_all(top, _named(top, [_ANYWHERE]))


def drop_comments(top: Node) -> list[Node]:
    """What readers said below an article; the nodes, to restore them."""
    return drop_all(top, [node for node in _named(top, [_COMMENTS], share=1.0) if not node.find("h1", "main")])


def drop_around_article(top: Node) -> list[Node]:
    """Tags, bylines, captions, links to other articles; the nodes, to restore them."""
    captions = [node for node in outside_code(top) if node.tag == "figcaption"]
    dropped = drop_all(top, _named(top, [_ANYWHERE, _COMMENTS, _AROUND_ARTICLES]) + captions)
    return dropped + drop_ways_out(top)


def drop_around_posts(top: Node) -> None:
    """Signatures, badges, buttons: what a forum repeats at every post."""
    drop_all(top, _named(top, [_ANYWHERE, _AROUND_POSTS]))
    drop_link_lists(top, keep=_AUTHOR)


def _named(top: Node, patterns: Iterable[re.Pattern[str]], share: float = _LARGEST_PART) -> list[Node]:
    limit = top.size * share
    return [
        node
        for node in outside_code(top)
        if node.names
        and node.size < limit
        and node.tag not in _WHOLE
        and any(pattern.search(node.names) for pattern in patterns)
    ]


def _surrounds(node: Node) -> bool:
    tag = node.tag
    if tag in ("nav", "dialog") or node.get("role").lower() in _ROLES:
        return not _holds_title(node)
    if tag == "form":
        return not _holds_title(node) and sum(inner.tag == "p" for inner in node.walk()) <= _MOST_PARAGRAPHS
    if tag in ("footer", "aside", "header") or _is_named_surrounding(node):
        return not _within_content(node) and not _holds_title(node)
    return False


def _is_named_surrounding(node: Node) -> bool:
    if not node.names or node.tag in _WHOLE or node.tag == "p" or node.tag in HEADINGS:
        return False
    return bool(_SURROUNDING.search(node.names)) and not _AUTHOR.search(node.names)


def _within_content(node: Node) -> bool:
    return any(ancestor.tag in ("article", "main") for ancestor in node.ancestors())


def _holds_title(node: Node) -> bool:
    return node.find("h1", "main", "article") is not None
