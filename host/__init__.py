"""Ambry's native host: from what the browser sees to a cited answer.

The map, one line per module, in the order data flows. A file imports only from lower layers.

L0  errors         the error tree and its stable codes
    identity       names and ids that browsers, host and extension must agree on
    paths          where things live on disk
    private        files and folders that only this user may open
    journal        rotating log files
    framing        the native-messaging frame codec, sans IO
    endpoint       where the engine is met: a Unix socket, or loopback and a token
    rendezvous     starts the engine when nobody answers
    lock           makes the engine the only one of its user
    machine        the system that browsers run on, as a value
    browsers       where each browser looks for native hosts
    sandboxed      Snap and Flatpak browsers, which cannot be served
    registration   writes and removes the manifests of browsers
    manifest_check what a browser would dislike about a manifest, and the mend
    handshake      starts the launcher as a browser would and says hello
    installation   what the installer remembers
    setup/         the steps of install.py
L1  relay          one process per browser port: its first milliseconds
    tunnel         the rest of its life: finds or starts the engine, moves frames
    contract/      the messages (pydantic) and the generator of the extension's TypeScript types
L2  core/          pure logic: values, ports, scope, chunking, BM25, fusion, prompt, citations
L3  acquire/       the outside world in: sites/, pages/, formats/ and pdf/ of files, folders/, videos/; workers/ convert
    index/         embed, store, search
    answer/        one provider a file
L4  service/       the stories: ingest, ask, jobs, collections, folders
L5  serve/         doors: native frames, the command line; the client
L6  listen         the engine's websocket server: who may connect, when to stop
    lifetime       lock, log, socket, signals, idle exit
    engine         composition root: settings -> adapters -> service -> doors
"""

__version__ = "0.1.0"
