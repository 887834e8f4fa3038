"""A site of generated pages on loopback, in a process of its own: `python -m tests.benchmarks.crawl_server PAGES MS`.

Prints its port. Page n leads to pages 10n+1 to 10n+10 and to five others, so that a crawl finds all of them.
"""

import asyncio
import random
import sys

TEXT = (
    "station garden wind rain light mast cell sensor signal roof valley morning reading cable winter north harbour"
    " measure signal battery setting record passage window ladder copper season report number quiet bright"
)
FAN_OUT = 10
PARAGRAPHS = 24


def page(number: int, pages: int) -> bytes:
    """Some 10 KB of HTML with a heading, navigation and text of its own."""
    chance = random.Random(number)
    words = TEXT.split()
    children = range(FAN_OUT * number + 1, FAN_OUT * number + FAN_OUT + 1)
    others = (chance.randrange(pages) for _ in range(5))
    links = "".join(f'<li><a href="/page/{n}.html">Page {n}</a></li>' for n in [*children, *others] if n < pages)
    text = "".join(
        f"<p>{' '.join(chance.choices(words, k=55)).capitalize()} {number}.</p>\n" for _ in range(PARAGRAPHS)
    )
    return (
        f"<!doctype html><html lang='en'><head><title>Page {number}</title><meta charset='utf-8'>"
        f"<link rel='stylesheet' href='/style.css'></head><body><nav><ul>{links}</ul></nav>"
        f"<main><article><h1>Page {number}</h1>{text}</article></main><footer>The end.</footer></body></html>"
    ).encode()


async def serve(pages: int, latency: float) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while request := await reader.readline():
            while (await reader.readline()).strip():
                pass
            await asyncio.sleep(latency)
            number = _number(request.split()[1].decode(), pages)
            body = b"not here" if number is None else page(number, pages)
            status = "404 Not Found" if number is None else "200 OK"
            head = f"HTTP/1.1 {status}\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


def _number(path: str, pages: int) -> int | None:
    name = "0" if path == "/" else path.removeprefix("/page/").removesuffix(".html")
    return int(name) if name.isdecimal() and int(name) < pages else None


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), float(sys.argv[2]) / 1000))
