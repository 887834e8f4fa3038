"""The wire: every message between extension, command line and engine.

`views` are the values inside messages, `requests` what a client sends, `events` what the engine
answers, `typescript` the generator of `extension/contract.ts`. Nothing else defines the wire.

Rules: each request has an `id`; each event repeats it; a request ends with exactly one `done` or
`failed`; before it come any number of other events. The first request on a connection is `hello`.
"""
