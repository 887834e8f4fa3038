import { expect, test } from "vitest";
import type { Result } from "../contract";
import type { Capture } from "../page/capture";
import { Reader } from "../page/reader";
import { Videos } from "../page/videos";
import { NO_PAGE } from "../testing/video-page";
import { clientOf, FakeHost, healthy, makeCollection, makeOpened, makeSource } from "../testing/fake-host";
import { Chat } from "./chat";
import type { Subject } from "./subject";

const page = { kind: "page", tab: 1, url: "https://a.example/x", title: "X" } satisfies Subject;
const vault: Subject = { kind: "vault", collection: 5, title: "Mine", folder: "" };

function answer(text: string): Result {
  const sources = [makeSource({})];
  return {
    kind: "answer",
    answer: text,
    mode: "document",
    provider: "p",
    writer: "P",
    model: "",
    sources,
    citations: [],
    notices: [],
  };
}

async function capture(): Promise<Capture> {
  const empty = { title: "", language: "", canonical: "", selection: "", sitemaps: [], file: "" };
  return { ...empty, url: page.url, mediaType: "text/html", html: "<p>x", text: "x" };
}

function chatWith(host: FakeHost): Chat {
  const client = clientOf(host);
  return new Chat(client, new Reader(client, capture, new Videos(client, NO_PAGE, [])));
}

test("a question about a page opens it and streams the answer", async () => {
  const host = new FakeHost({
    ...healthy(),
    ask: ({ id }, self) => {
      self.event({ type: "delta", id, text: "Be" });
      return answer("Because [1].");
    },
  });
  const chat = chatWith(host);
  await chat.ask(page, "Why?");
  expect(host.last("ask")).toMatchObject({ collection: 7, question: "Why?", history: [] });
  expect(chat.exchanges.value).toMatchObject([{ state: "done", answer: "Because [1].", subject: page }]);
});

test("a follow-up carries the conversation about the same thing and nothing else", async () => {
  const host = new FakeHost({ ...healthy(), ask: () => answer("Because.") });
  const chat = chatWith(host);
  await chat.ask(vault, "Other?");
  await chat.ask(page, "Why?");
  await chat.ask(page, "Really?");
  expect(host.last("ask").history).toEqual([
    { role: "user", text: "Why?" },
    { role: "assistant", text: "Because." },
  ]);
});

test("an answer that goes on after the person moved to another page stays with its own", async () => {
  const host = new FakeHost(healthy());
  const chat = chatWith(host);
  void chat.ask(vault, "First?");
  void chat.ask({ ...vault, collection: 6, title: "Other" }, "Second?");
  await expect.poll(() => host.all("ask").length).toBe(2);
  const [first, second] = host.all("ask");
  host.event({ type: "delta", id: second!.id, text: "two" });
  host.event({ type: "delta", id: first!.id, text: "one" });
  expect(chat.exchanges.value.map((exchange) => exchange.answer)).toEqual(["one", "two"]);
});

test("stop ends the answer, keeps what is there and tells the engine", async () => {
  const host = new FakeHost(healthy());
  const chat = chatWith(host);
  const asked = chat.ask(vault, "Why?");
  await expect.poll(() => host.all("ask").length).toBe(1);
  host.event({ type: "delta", id: host.last("ask").id, text: "Half" });
  chat.stop(chat.exchanges.value[0]!.id);
  await asked;
  expect(chat.exchanges.value).toMatchObject([{ state: "stopped", answer: "Half" }]);
  expect(host.last("cancel").target).toBe(host.last("ask").id);
});

test("an error is kept with its question", async () => {
  const host = new FakeHost({
    ask: ({ id }, self) => void self.fail(id, "empty_collection", "Nothing is indexed.", "Add files."),
  });
  const chat = chatWith(host);
  await chat.ask(vault, "Why?");
  expect(chat.exchanges.value).toMatchObject([
    { state: "failed", error: { message: "Nothing is indexed.", nextStep: "Add files." } },
  ]);
});

test("a temporary collection that the engine has dropped is opened again, once", async () => {
  let known = 7;
  const host = new FakeHost({
    ...healthy(),
    open_page: () => makeOpened({ collection: makeCollection({ id: known }) }),
    ask: (request, self) => {
      if (request.type === "ask" && request.collection === known) return answer("Because.");
      return void self.fail(request.id, "not_found");
    },
  });
  const chat = chatWith(host);
  await chat.ask(page, "Why?");
  known = 8;
  await chat.ask(page, "Again?");
  expect(chat.exchanges.value.map((exchange) => exchange.state)).toEqual(["done", "done"]);
  expect(host.all("open_page")).toHaveLength(2);
});

test("failure mode 11: an answer that a crash cut off says so", async () => {
  const host = new FakeHost(healthy());
  const chat = chatWith(host);
  const asked = chat.ask(vault, "Why?");
  await expect.poll(() => host.all("ask").length).toBe(1);
  host.crash();
  await asked;
  expect(chat.exchanges.value).toMatchObject([{ state: "failed", error: { code: "disconnected" } }]);
});

test("clearing keeps what still runs and what is about other things", async () => {
  const host = new FakeHost({ ...healthy() });
  const chat = chatWith(host);
  void chat.ask(vault, "Running?");
  await expect.poll(() => host.all("ask").length).toBe(1);
  chat.clear(() => true);
  expect(chat.exchanges.value).toHaveLength(1);
  host.done(host.last("ask").id, answer("Yes."));
  await expect.poll(() => chat.exchanges.value[0]?.state).toBe("done");
  chat.clear((exchange) => exchange.subject.kind === "page");
  expect(chat.exchanges.value).toHaveLength(1);
  chat.clear((exchange) => exchange.subject.kind === "vault");
  expect(chat.exchanges.value).toEqual([]);
});
