import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clientOf, FakeHost, NOTHING } from "../testing/fake-host";
import { PING_MS, Session, SILENCE_MS, type StreamEvent } from "./session";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(host: FakeHost) {
  const ended = vi.fn();
  const starting = vi.fn();
  return { session: new Session(host.open, { starting, ended }), ended, starting };
}

test("a request gets the result of its own done event", async () => {
  const host = new FakeHost();
  const client = clientOf(host);
  const first = client.request("list_jobs", {});
  const second = client.request("extract", { upload: "u" });
  host.done(host.last("list_jobs").id, { kind: "jobs", jobs: [] });
  host.fail(host.last("extract").id, "damaged", "The file is damaged.", "Try another.");
  expect(await first).toEqual({ kind: "jobs", jobs: [] });
  await expect(second).rejects.toMatchObject({
    code: "damaged",
    message: "The file is damaged.",
    nextStep: "Try another.",
  });
});

test("events before the end go to the one who asked", async () => {
  const host = new FakeHost();
  const events: StreamEvent[] = [];
  const answer = clientOf(host).request(
    "ask",
    { collection: 1, question: "?" },
    { onEvent: (e) => events.push(e) },
  );
  const { id } = host.last("ask");
  host.event({ type: "delta", id, text: "Hel" });
  host.event({ type: "delta", id, text: "lo" });
  host.event({ type: "delta", id: "another", text: "!" });
  host.done(id, NOTHING);
  await answer;
  expect(events).toEqual([
    { type: "delta", id, text: "Hel" },
    { type: "delta", id, text: "lo" },
  ]);
});

test("the relay's first word reaches the listener", () => {
  const host = new FakeHost();
  const { starting } = open(host);
  host.event({ type: "starting", protocol: 1 });
  expect(starting).toHaveBeenCalledWith(1);
});

describe("abort", () => {
  test("an aborted request rejects at once and tells the engine to stop", async () => {
    const host = new FakeHost();
    const controller = new AbortController();
    const answer = clientOf(host).request(
      "ask",
      { collection: 1, question: "?" },
      { signal: controller.signal },
    );
    controller.abort();
    await expect(answer).rejects.toMatchObject({ code: "cancelled" });
    expect(host.last("cancel").target).toBe(host.last("ask").id);
    host.event({ type: "delta", id: host.last("ask").id, text: "late" }); // ignored
  });

  test("a request that was aborted before it began is never sent", async () => {
    const host = new FakeHost();
    const answer = clientOf(host).request("status", {}, { signal: AbortSignal.abort() });
    await expect(answer).rejects.toMatchObject({ code: "cancelled" });
    expect(host.sent).toEqual([]);
  });
});

test("a long event is put together from its parts", async () => {
  const host = new FakeHost();
  const answer = clientOf(host).request("list_jobs", {});
  const { id } = host.last("list_jobs");
  const text = JSON.stringify({ type: "done", id, result: { kind: "jobs", jobs: [] } });
  host.event({ type: "part", id, sequence: 0, last: false, data: text.slice(0, 9) });
  host.event({ type: "part", id, sequence: 1, last: true, data: text.slice(9) });
  expect(await answer).toEqual({ kind: "jobs", jobs: [] });
});

test("a long event with a missing part fails its request alone", async () => {
  const host = new FakeHost();
  const client = clientOf(host);
  const broken = client.request("list_jobs", {});
  const fine = client.request("ping", {});
  host.event({ type: "part", id: host.last("list_jobs").id, sequence: 1, last: true, data: "" });
  host.done(host.last("ping").id, NOTHING);
  await expect(broken).rejects.toMatchObject({ code: "internal" });
  await fine;
});

test("failure mode 7: a message that the browser refuses to send rejects, and the port stays usable", async () => {
  const host = new FakeHost({ ping: () => NOTHING });
  const client = clientOf(host);
  host.refuses = "Message exceeded maximum allowed size of 64MiB.";
  await expect(client.request("status", {})).rejects.toMatchObject({ code: "not_sent" });
  host.refuses = null;
  await expect(client.request("ping", {})).resolves.toEqual(NOTHING);
});

describe("failure mode 9: a reply that never arrives", () => {
  test("silence is followed by a ping, and a living engine gets more time", async () => {
    const host = new FakeHost({ ping: () => NOTHING });
    const { session, ended } = open(host);
    const answer = session.request("ask", { collection: 1, question: "?" });
    await vi.advanceTimersByTimeAsync(SILENCE_MS + PING_MS + 1);
    expect(host.all("ping")).toHaveLength(1);
    expect(ended).not.toHaveBeenCalled();
    host.done(host.last("ask").id, NOTHING);
    await answer;
    await vi.advanceTimersByTimeAsync(10 * SILENCE_MS);
    expect(host.all("ping")).toHaveLength(1); // nobody waits any more
  });

  test("an engine that does not answer the ping loses its port, and every request rejects", async () => {
    const host = new FakeHost();
    const { session, ended } = open(host);
    const first = expect(session.request("status", {})).rejects.toMatchObject({ code: "silent" });
    const second = expect(session.request("list_jobs", {})).rejects.toMatchObject({ code: "silent" });
    await vi.advanceTimersByTimeAsync(SILENCE_MS + PING_MS);
    await Promise.all([first, second]);
    expect(host.closed).toBe(1);
    expect(ended).toHaveBeenCalledWith(null, expect.objectContaining({ code: "silent" }));
  });

  test("a request whose reply was dropped by the browser ends, and the host is told", async () => {
    const host = new FakeHost({ ping: () => NOTHING });
    const { session, ended } = open(host);
    const lost = expect(session.request("status", {}, { patience: 2 })).rejects.toMatchObject({
      code: "silent",
    });
    await vi.advanceTimersByTimeAsync(3 * SILENCE_MS);
    await lost;
    expect(host.last("cancel").target).toBe(host.last("status").id);
    expect(ended).not.toHaveBeenCalled();
  });

  test("a watched job may be silent for as long as the engine lives", async () => {
    const host = new FakeHost({ ping: () => NOTHING });
    const { session } = open(host);
    const settled = vi.fn();
    void session
      .request("watch_job", { job: 1 }, { patience: Number.POSITIVE_INFINITY })
      .then(settled, settled);
    await vi.advanceTimersByTimeAsync(100 * SILENCE_MS);
    expect(settled).not.toHaveBeenCalled();
  });
});

test("failure mode 11: a crash rejects all that is pending, and later requests, with a typed error", async () => {
  const host = new FakeHost();
  const { session, ended } = open(host);
  const first = session.request("status", {});
  const second = session.request("list_jobs", {});
  host.crash("Native host has exited.");
  await expect(first).rejects.toMatchObject({ name: "EngineError", code: "disconnected" });
  await expect(second).rejects.toMatchObject({ code: "disconnected" });
  await expect(session.request("status", {})).rejects.toMatchObject({ code: "disconnected" });
  expect(ended).toHaveBeenCalledExactlyOnceWith("Native host has exited.", undefined);
});

test("a failure without an id concerns every request", async () => {
  const host = new FakeHost();
  const { session, ended } = open(host);
  const pending = session.request("status", {});
  host.fail(null, "engine_unavailable", "The engine does not start.");
  await expect(pending).rejects.toMatchObject({ code: "engine_unavailable" });
  expect(ended).toHaveBeenCalledWith(
    null,
    expect.objectContaining({ message: "The engine does not start." }),
  );
});

test("a port that cannot even carry a cancel or a ping is closed", async () => {
  const host = new FakeHost();
  const { session, ended } = open(host);
  const controller = new AbortController();
  const stopped = session.request("status", {}, { signal: controller.signal });
  const other = expect(session.request("list_jobs", {})).rejects.toMatchObject({ code: "disconnected" });
  host.refuses = "Attempting to use a disconnected port object";
  controller.abort();
  await expect(stopped).rejects.toMatchObject({ code: "cancelled" });
  await other;
  expect(ended).toHaveBeenCalledOnce();

  const second = open(new FakeHost());
  const lost = second.session.request("status", {});
  second.session.close();
  await expect(lost).rejects.toMatchObject({ code: "disconnected" });
});

test("a ping that cannot be sent ends the session", async () => {
  const host = new FakeHost();
  const { session, ended } = open(host);
  const pending = expect(session.request("status", {})).rejects.toMatchObject({ code: "silent" });
  host.refuses = "gone";
  await vi.advanceTimersByTimeAsync(SILENCE_MS);
  await pending;
  expect(ended).toHaveBeenCalledOnce();
});
