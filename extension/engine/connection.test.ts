import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FakeHost, healthy } from "../testing/fake-host";
import { MAX_ATTEMPTS } from "./backoff";
import { Connection } from "./connection";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function connect(host: FakeHost): Connection {
  const connection = new Connection(host.open, "0.1.0", () => 0.5);
  connection.start();
  return connection;
}

async function connected(
  host = new FakeHost(healthy()),
): Promise<{ host: FakeHost; connection: Connection }> {
  const connection = connect(host);
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.state.value.kind).toBe("ready");
  return { host, connection };
}

test("the first message is hello, with protocol and version", async () => {
  const { host } = await connected();
  expect(host.sent[0]).toMatchObject({ type: "hello", protocol: 1, version: "0.1.0" });
});

test("the relay's first word shows that the host is up before the engine answers", () => {
  const host = new FakeHost();
  const connection = connect(host);
  expect(connection.state.value).toEqual({ kind: "connecting", hostIsUp: false });
  host.event({ type: "starting", protocol: 1 });
  expect(connection.state.value).toEqual({ kind: "connecting", hostIsUp: true });
});

test("requests are refused while there is no engine", async () => {
  const connection = connect(new FakeHost());
  await expect(connection.request("status", {})).rejects.toMatchObject({ code: "disconnected" });
});

describe("failure mode 10: versions that do not fit", () => {
  test.each([
    ["a newer relay", (host: FakeHost) => host.event({ type: "starting", protocol: 2 }), "extension"],
    ["an older relay", (host: FakeHost) => host.event({ type: "starting", protocol: 0 }), "host"],
    [
      "a newer engine",
      (host: FakeHost) =>
        host.done(host.last("hello").id, { kind: "welcome", protocol: 2, version: "9", capabilities: [] }),
      "extension",
    ],
  ])("%s names the side to update", async (_name, speak, update) => {
    const host = new FakeHost();
    const connection = connect(host);
    speak(host);
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.state.value).toMatchObject({ kind: "mismatch", update });
    expect(host.closed).toBe(1);
  });

  test("an engine that refuses our version speaks for itself", async () => {
    const host = new FakeHost();
    const connection = connect(host);
    host.fail(host.last("hello").id, "version_mismatch", "The host is older.", "Run the installer.");
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.state.value).toMatchObject({
      kind: "mismatch",
      error: { message: "The host is older.", nextStep: "Run the installer." },
    });
  });
});

describe("failure mode 11: the host crashes", () => {
  test("a host that had answered is called again, and the panel is ready again", async () => {
    const { host, connection } = await connected();
    host.crash("Native host has exited.");
    expect(connection.state.value).toEqual({ kind: "waiting", attempt: 1 });
    await vi.advanceTimersByTimeAsync(250);
    expect(host.ports).toBe(2);
    expect(connection.state.value.kind).toBe("ready");
  });

  test("a host that never answered is not called again", async () => {
    const host = new FakeHost();
    const connection = connect(host);
    host.crash("Native host has exited.");
    await vi.advanceTimersByTimeAsync(120_000);
    expect(host.ports).toBe(1);
    expect(connection.state.value).toEqual({
      kind: "unavailable",
      problem: "exited",
      detail: "Native host has exited.",
    });
  });

  test("after so many failures in a row it stops and leaves it to the person", async () => {
    const handlers = healthy();
    const { host, connection } = await connected(new FakeHost(handlers));
    delete handlers.hello;
    host.crash();
    while (["waiting", "connecting"].includes(connection.state.value.kind))
      await vi.advanceTimersByTimeAsync(5_000);
    expect(connection.state.value).toEqual({ kind: "stopped" });
    expect(host.ports).toBe(1 + MAX_ATTEMPTS);
    Object.assign(handlers, healthy());
    connection.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.state.value.kind).toBe("ready");
  });

  test("an engine that crashes right after each welcome is not called for ever", async () => {
    const { host, connection } = await connected();
    for (let crash = 0; crash <= MAX_ATTEMPTS; crash += 1) {
      host.crash();
      while (connection.state.value.kind === "waiting") await vi.advanceTimersByTimeAsync(1000);
    }
    expect(connection.state.value).toEqual({ kind: "stopped" });
  });

  test("a connection that held for a while starts the count anew", async () => {
    const { host, connection } = await connected();
    for (let crash = 0; crash < 3 * MAX_ATTEMPTS; crash += 1) {
      host.crash();
      await vi.advanceTimersByTimeAsync(61_000);
      expect(connection.state.value.kind).toBe("ready");
    }
  });
});

describe("failure mode 12: the host is missing or does not know us", () => {
  test.each([
    ["Specified native messaging host not found.", "not_found"],
    ["Access to the specified native messaging host is forbidden.", "forbidden"],
  ])("%s is not tried again, even after it has worked", async (reason, problem) => {
    const { host, connection } = await connected();
    host.crash(reason);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(host.ports).toBe(1);
    expect(connection.state.value).toEqual({ kind: "unavailable", problem, detail: reason });
  });

  test("checking again opens a new port", async () => {
    const { host, connection } = await connected();
    host.crash("Specified native messaging host not found.");
    connection.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(host.ports).toBe(2);
    expect(connection.state.value.kind).toBe("ready");
  });
});

test("a host that says nothing at all is given up", async () => {
  const connection = connect(new FakeHost());
  await vi.advanceTimersByTimeAsync(15_000);
  expect(connection.state.value).toMatchObject({ kind: "unavailable", problem: "silent" });
});

test("a host that has spoken gets time to load the engine", async () => {
  const host = new FakeHost();
  const connection = connect(host);
  host.event({ type: "starting", protocol: 1 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connection.state.value).toEqual({ kind: "connecting", hostIsUp: true });
  await vi.advanceTimersByTimeAsync(40_000);
  expect(connection.state.value).toMatchObject({ kind: "unavailable", problem: "silent" });
});

test("an engine that does not start is shown with its own words", async () => {
  const host = new FakeHost();
  const connection = connect(host);
  host.event({ type: "starting", protocol: 1 });
  host.fail(null, "engine_unavailable", "The engine does not start.", "Run ambry doctor.");
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.state.value).toMatchObject({
    kind: "broken",
    error: { message: "The engine does not start.", nextStep: "Run ambry doctor." },
  });
});

test("failure mode 9: an engine that stopped answering gets a new port", async () => {
  const handlers = healthy();
  delete handlers.ping;
  const { host, connection } = await connected(new FakeHost(handlers));
  const lost = expect(connection.request("ask", { collection: 1, question: "?" })).rejects.toMatchObject({
    code: "silent",
  });
  await vi.advanceTimersByTimeAsync(31_000);
  await lost;
  expect(host.ports).toBe(2);
  expect(connection.state.value.kind).toBe("ready");
});
