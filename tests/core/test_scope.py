"""One spelling for each address; what belongs to a site; which addresses are private."""

import ipaddress

import pytest

from host.core.scope import Scope, is_private, normalise_url, site_scope


@pytest.mark.parametrize(
    ("url", "normal"),
    [
        # the URL standard
        ("HTTP://Example.COM", "http://example.com/"),
        ("https://example.com:443/a", "https://example.com/a"),
        ("http://example.com:443/a", "http://example.com:443/a"),
        ("http://example.com:/a", "http://example.com/a"),
        ("http://example.com./a", "http://example.com/a"),
        ("http://example.com/a/./b/../c", "http://example.com/a/c"),
        ("http://example.com/a/%2E%2e/b/.", "http://example.com/b/"),
        ("http://example.com/../..", "http://example.com/"),
        ("http://example.com\\a\\b", "http://example.com/a/b"),
        (" http://exa\nmple.com/a\tb ", "http://example.com/ab"),
        ("http://bücher.example/ü?ö=ß", "http://xn--bcher-kva.example/%C3%BC?%C3%B6=%C3%9F"),
        ("http://example.com/a b", "http://example.com/a%20b"),
        ("http://[::1]:8080/", "http://[::1]:8080/"),
        ("http://example.com/a%2fb", "http://example.com/a%2Fb"),
        ("http://example.com/%66oo%7e%?%66=%26", "http://example.com/foo~%?f=%26"),
        ("http://b%C3%BCcher.ex%41mple/", "http://xn--bcher-kva.example/"),
        ("http:/example.com/", "http://example.com/"),
        ("https:example.com", "https://example.com/"),
        ("http://example.com:080/", "http://example.com/"),
        ("http://example.com:0/", "http://example.com:0/"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://a:b@c@example.com/", "http://example.com/"),
        ("http://example.com/?it's", "http://example.com/?it%27s"),
        # what does not name another page
        ("http://example.com/a#part", "http://example.com/a"),
        ("http://example.com/a?", "http://example.com/a"),
        ("http://user:secret@example.com/", "http://example.com/"),
        ("http://example.com/a?utm_source=x&b=1&gclid=2&fbclid=3", "http://example.com/a?b=1"),
        ("http://example.com/a?PHPSESSID=abc&b=1", "http://example.com/a?b=1"),
        ("http://example.com/a;jsessionid=12AB?b=1", "http://example.com/a?b=1"),
        ("http://example.com/a?sid=0123456789abcdef0123", "http://example.com/a"),
        ("http://example.com/a?sid=12", "http://example.com/a?sid=12"),
        # what may
        ("http://example.com/a/", "http://example.com/a/"),
        ("http://example.com/a?b=2&a=1", "http://example.com/a?b=2&a=1"),
        ("http://example.com/A", "http://example.com/A"),
        # no page on the web
        ("mailto:a@example.com", ""),
        ("javascript:void(0)", ""),
        ("file:///etc/passwd", ""),
        ("/only/a/path", ""),
        ("http://", ""),
        ("http://exa mple.com/", ""),
        ("http://example%2Xcom/", ""),
        ("http://evil.io%2F.example.com/", ""),
        ("http://a%FEb.example/", ""),
        ("http://example.com:99999/", ""),
        ("http://example.com:8000000000/", ""),
        ("http://example.com:80a/", ""),
        ("http://[::1/", ""),
        ("", ""),
    ],
)
def test_each_address_has_one_spelling(url, normal):
    assert normalise_url(url) == normal


@pytest.mark.parametrize("url", ["http://a.example/%E4/b?q=%20x|y", "https://a.example/;p?a[]=1", "http://a.example/%"])
def test_normalising_twice_changes_nothing(url):
    assert normalise_url(normalise_url(url)) == normalise_url(url)


@pytest.mark.parametrize(
    ("link", "absolute"),
    [
        ("", "https://example.com/docs/a"),
        ("https:b", "https://example.com/docs/b"),
        ("http:b.example", "http://b.example/"),
        ("///b.example/c", "https://b.example/c"),
        ("b", "https://example.com/docs/b"),
        ("../b", "https://example.com/b"),
        ("?p=2", "https://example.com/docs/a?p=2"),
        ("//other.example/x", "https://other.example/x"),
        ("#top", "https://example.com/docs/a"),
        ("mailto:x@example.com", ""),
    ],
)
def test_links_are_resolved_against_their_page(link, absolute):
    assert normalise_url(link, "https://example.com/docs/a") == absolute


def test_a_site_is_its_host_with_both_schemes():
    scope = site_scope("https://Example.com:443/docs/x?y")
    assert scope == Scope("example.com")
    assert scope.key == "example.com"
    assert scope.contains("http://example.com/any")
    assert not scope.contains("https://sub.example.com/")
    assert not scope.contains("https://example.com:8443/")
    assert not scope.contains("https://example.com.evil.io/")
    assert not scope.contains("not a url")


def test_a_prefix_ends_at_a_whole_segment():
    scope = site_scope("http://localhost:8000/docs/start", "/docs/")
    assert scope.key == "localhost:8000/docs"
    assert scope.contains("http://localhost:8000/docs")
    assert scope.contains("http://localhost:8000/docs/a")
    assert not scope.contains("http://localhost:8000/docs2")
    assert not scope.contains("http://localhost:8000/docs/../admin")


def test_no_site_without_a_host():
    assert site_scope("about:blank").host == ""


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.9.9.9", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
        "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1",
        "::1", "::", "fe80::1", "fc00::1", "fd12:3456::1", "fec0::1", "ff02::1", "2001:db8::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::",
        "2001:0:4136:e378:8000:63bf:f5ff:fffe",
    ],
)  # fmt: skip
def test_addresses_off_the_public_internet_are_private(address):
    assert is_private(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "93.184.216.34", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::"]
)
def test_public_addresses_are_not_private(address):
    assert not is_private(ipaddress.ip_address(address))
