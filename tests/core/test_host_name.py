import pytest

from host.core.host_name import host_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Example.ORG", "example.org"),
        ("example.org.", "example.org"),
        ("ex%61mple.org", "example.org"),
        ("a_b.example", "a_b.example"),
        # other alphabets
        ("Bücher.example", "xn--bcher-kva.example"),
        ("faß.example", "xn--fa-hia.example"),
        ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
        ("\uff27\uff4f.com", "go.com"),
        # numbers are addresses, however they are written
        ("127.0.0.1", "127.0.0.1"),
        ("0x7f.1", "127.0.0.1"),
        ("2130706433", "127.0.0.1"),
        ("0177.0.0.01", "127.0.0.1"),
        ("192.168.257", "192.168.1.1"),
        ("0x", "0.0.0.0"),
        ("1.2.3.4.", "1.2.3.4"),
        # IPv6
        ("[::1]", "[::1]"),
        ("[2001:DB8:0:0:1:0:0:0]", "[2001:db8:0:0:1::]"),
        ("[::ffff:127.0.0.1]", "[::ffff:7f00:1]"),
        ("[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7:8]"),
        ("[1:0:3:4:5:6:7:8]", "[1:0:3:4:5:6:7:8]"),
        ("[0:0:0:0:0:0:0:0]", "[::]"),
    ],
)
def test_a_host_has_one_spelling(text, name):
    assert host_name(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "a b",
        "a\x00b",
        "a%00b",
        "a%2Fb",
        "a<b",
        "a%zz",
        "a%FE",
        "\ud800",
        "\u00e9" * 70,
        "256.1.1.1",
        "1.2.3.08",
        "1.2.3.4.5",
        "foo.0x4",
        "4294967296",
        "9" * 5_000,
        "[::1",
        "[::1%25eth0]",
        "[1::2::3]",
        "[ho]",
    ],
)
def test_what_is_no_host_is_none(text):
    assert host_name(text) == ""
