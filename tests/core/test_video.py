"""Every shape of a YouTube address, and what only looks like one."""

import pytest

from host.core.video import video_id, watch_url

ID = "aB3_-xYz901"


@pytest.mark.parametrize(
    "address",
    [
        ID,
        f"  {ID}\n",
        f"https://www.youtube.com/watch?v={ID}",
        f"http://youtube.com/watch?v={ID}&t=42s",
        f"https://www.youtube.com/watch?list=PL0123456789&index=3&v={ID}&start=9",
        f"https://www.youtube.com/watch/{ID}",
        f"https://youtu.be/{ID}?t=1m2s",
        f"youtu.be/{ID}",
        f"www.youtube.com/watch?v={ID}#t=5",
        f"https://www.youtube.com/shorts/{ID}?feature=share",
        f"https://www.youtube.com/live/{ID}",
        f"https://www.youtube.com/embed/{ID}?start=30",
        f"https://www.youtube-nocookie.com/embed/{ID}",
        f"https://music.youtube.com/watch?v={ID}&list=RD",
        f"https://m.youtube.com/watch?v={ID}",
        f"HTTPS://WWW.YouTube.com/watch?v={ID}",
        f"https://www.youtube.com/watch?app=desktop&v={ID}&list=PL0123456789&t=1h2m3s",
        f"youtu.be/{ID}?u=https://example.org/",
        f"https://www.youtube.com/v/{ID}?version=3",
    ],
)
def test_every_shape_gives_the_id(address):
    assert video_id(address) == ID


@pytest.mark.parametrize(
    "address",
    [
        "",
        "too short",
        f"https://evilyoutube.com/watch?v={ID}",
        f"https://youtube.com.evil.io/watch?v={ID}",
        f"https://www.youtube.com@evil.io/watch?v={ID}",
        f"https://evil.io\\@www.youtube.com/watch?v={ID}",
        f"https://evil.io/\twww.youtube.com/watch?v={ID}",
        f"https://www.youtube.com\u3002evil.io/watch?v={ID}",
        f"https://youtube.com.evil.io/{ID}",
        f"https://y\u043eutube.com/watch?v={ID}",
        f"https://www.youtube.co/watch?v={ID}",
        f"javascript://www.youtube.com/watch?v={ID}",
        f"//www.youtube.com/watch?v={ID}",
        f"https://evil.io/www.youtube.com/watch?v={ID}",
        f"ftp://www.youtube.com/watch?v={ID}",
        f"https://youtu.be.evil.io/{ID}",
        "https://youtu.be/",
        "https://www.youtube.com/",
        "https://www.youtube.com/watch",
        "https://www.youtube.com/watch?v=short",
        "https://www.youtube.com/shorts/",
        "https://www.youtube.com/feed/subscriptions",
        "https://[youtube.com/watch",
    ],
)
def test_anything_else_gives_nothing(address):
    assert video_id(address) == ""


def test_a_link_opens_at_the_second():
    assert watch_url(ID) == f"https://www.youtube.com/watch?v={ID}"
    assert watch_url(ID, 75) == f"https://www.youtube.com/watch?v={ID}&t=75s"
    assert video_id(watch_url(ID, 75)) == ID
