// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import type { JobItemView, SitePlanResult } from "../contract";
import {
  FakeHost,
  healthy,
  makeCollection,
  makeItem,
  makeJob,
  makePlan,
  NOTHING,
} from "../testing/fake-host";
import { find, openPanel, PAGE } from "../testing/panel";

const shown = () => expect.poll(() => document.body.textContent);
const SITE = makeCollection({ id: 7, kind: "site", key: "docs.example", documents: 12 });

type Handlers = ConstructorParameters<typeof FakeHost>[0];

async function openSite(handlers: Handlers = {}) {
  const host = new FakeHost({ ...healthy(), ...handlers });
  const opened = openPanel(host);
  await shown().toContain("Ask about this page");
  find("[role=tab]", "Site").click();
  return { host, ...opened };
}

const planned = (change: Partial<SitePlanResult>): Handlers => ({ plan_site: () => makePlan(change) });
const indexed = (change: Partial<typeof SITE> = {}): Handlers => ({
  find_collection: () => ({ kind: "collection_found", collection: { ...SITE, ...change } }),
});

function key(name: string) {
  const event = new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true });
  (document.activeElement?.closest("[role=treeitem]") ?? find("[role=treeitem]")).dispatchEvent(event);
}

function change(input: HTMLInputElement | HTMLSelectElement, value: string, type = "change") {
  input.value = value;
  input.dispatchEvent(new Event(type, { bubbles: true }));
}

describe("before anything is read", () => {
  test("the plan says how much there is, below which path, and what else is known", async () => {
    const { host } = await openSite(
      planned({ prefix: "/docs", site_pages: 50, notes: ["The site asks for a second between pages."] }),
    );
    await shown().toContain("30 pages below /docs; 20 pages elsewhere on the site");
    await shown().toContain("The site asks for a second between pages.");
    expect(host.last("plan_site")).toMatchObject({
      url: "https://docs.example/kettle",
      sitemaps: ["https://docs.example/map.xml"],
      prefix: null,
    });
    expect(host.all("index_site")).toEqual([]);
    expect(find<HTMLDetailsElement>("[data-testid=plan] details").open).toBe(false);
  });

  test("a large site opens its sections at once", async () => {
    await openSite(planned({ pages: 2000, sections: [{ path: "/", pages: 2000, depth: 0 }] }));
    await shown().toContain("The first 500 of 2,000 pages");
    expect(find<HTMLDetailsElement>("[data-testid=plan] details").open).toBe(true);
  });

  test("how far the search for pages is", async () => {
    const { host } = await openSite({ plan_site: () => undefined });
    await expect.poll(() => host.all("plan_site").length).toBe(1);
    const { id } = host.last("plan_site");
    host.event({ type: "progress", id, stage: "Reading sitemaps", completed: 0, total: 0 });
    await shown().toContain("Reading sitemaps");
  });

  test("a plan that fails says why, and can be made again", async () => {
    let attempts = 0;
    await openSite({
      plan_site: ({ id }, self) => {
        attempts += 1;
        if (attempts > 1) return makePlan({});
        self.fail(id, "unreachable", "The site does not answer.");
        return undefined;
      },
    });
    await shown().toContain("The site does not answer.");
    find("button", "Look again").click();
    await shown().toContain("30 pages");
  });

  test("walking about the site makes no new plan, another site does", async () => {
    const { host, companion } = await openSite();
    await shown().toContain("30 pages");
    companion.view.set({ ...PAGE, url: "https://docs.example/toaster" } as typeof PAGE);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(host.all("plan_site")).toHaveLength(1);
    companion.view.set({ ...PAGE, url: "https://other.example/" } as typeof PAGE);
    await expect.poll(() => host.all("plan_site").length).toBe(2);
  });

  test("another path is planned for", async () => {
    const { host } = await openSite(planned({ prefix: "/docs" }));
    await shown().toContain("below /docs");
    const input = find<HTMLInputElement>("[data-testid=plan] input:not([type])");
    expect(input.value).toBe("/docs");
    change(input, "docs/api/", "input");
    await expect.poll(() => input.value).toBe("docs/api/");
    input.form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    await expect.poll(() => host.last("plan_site").prefix).toBe("/docs/api");
  });
});

describe("the choice of sections", () => {
  test("is made by keyboard, and sent with the limits", async () => {
    const { host } = await openSite({
      index_site: () => ({ kind: "job_started", job: makeJob({ total: 10, indexed: 1 }) }),
    });
    await shown().toContain("30 pages");
    for (const name of ["ArrowDown", "ArrowRight"]) {
      key(name);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(find("[role=treeitem][tabindex='0']").getAttribute("aria-label")).toBe("docs, 20 pages");
    expect(find("[role=treeitem]", "api").getAttribute("aria-level")).toBe("3");
    key("ArrowDown");
    await expect.poll(() => document.activeElement?.getAttribute("aria-label")).toBe("api, 12 pages");
    key(" ");
    await shown().toContain("18 of 30 pages");
    expect(find("[role=treeitem]", "api").getAttribute("aria-checked")).toBe("false");
    expect(find("[role=treeitem]", "docs,").getAttribute("aria-checked")).toBe("mixed");
    expect(find("[role=treeitem]", "guide").getAttribute("aria-checked")).toBe("true");
    const [pages, depth] = document.querySelectorAll<HTMLInputElement>(
      "[data-testid=plan] input[type=number]",
    );
    change(pages!, "10");
    await shown().toContain("The first 10 of 18 pages");
    change(depth!, "99");
    await expect.poll(() => depth!.value).toBe("20");
    find("button", "Index this site").click();
    await expect.poll(() => host.all("index_site").length).toBe(1);
    expect(host.last("index_site")).toMatchObject({
      url: "https://docs.example/",
      prefix: "",
      sitemaps: ["https://docs.example/map.xml"],
      exclude: ["/docs/api"],
      max_pages: 10,
      max_depth: 20,
    });
  });

  test("is made by mouse: the name ticks, the triangle opens", async () => {
    await openSite();
    await shown().toContain("30 pages");
    find("[role=treeitem]", "docs,").querySelector<HTMLElement>(".twisty")!.click();
    await shown().toContain("guide");
    find("[role=treeitem]", "guide").click();
    await shown().toContain("25 of 30 pages");
  });

  test("of nothing cannot be indexed", async () => {
    await openSite();
    await shown().toContain("30 pages");
    find("[role=treeitem]", "The whole site").click();
    await shown().toContain("0 of 30 pages");
    expect(find<HTMLButtonElement>("button", "Index this site").disabled).toBe(true);
  });
});

describe("while it is read", () => {
  test("it is followed live, paused, resumed and stopped, and then accounts for every page", async () => {
    const { host, surroundings } = await openSite({
      ...indexed({ documents: 0 }),
      index_site: () => ({ kind: "job_started", job: makeJob({ total: 10, indexed: 1 }) }),
      pause_job: () => NOTHING,
      resume_job: () => NOTHING,
      cancel_job: () => NOTHING,
      report_job: () => ({ kind: "job_report", job: makeJob({ state: "paused" }), items: ITEMS }),
    });
    await shown().toContain("Index this site");
    find("button", "Index this site").click();
    await shown().toContain("1 of 10");
    const { id } = host.last("watch_job");
    host.event({ type: "job", id, job: makeJob({ total: 10, indexed: 4, failed: 1 }), files: [] });
    await shown().toContain("5 of 10 · 4 indexed · 1 failed");
    find(".job button", "Pause").click();
    await expect.poll(() => host.all("pause_job").length).toBe(1);
    host.event({ type: "job", id, job: makeJob({ total: 10, state: "paused" }), files: [] });
    await shown().toContain("2 left out, and why");
    find(".job button", "Resume").click();
    await expect.poll(() => host.all("resume_job").length).toBe(1);
    host.event({ type: "job", id, job: makeJob({ total: 10 }), files: [] });
    await shown().toContain("Pause");
    find(".job button", "Stop").click();
    await expect.poll(() => host.all("cancel_job").length).toBe(1);
    host.done(id, { kind: "job_report", job: makeJob({ state: "cancelled" }), items: ITEMS });
    await shown().toContain("What was indexed stays");
    await shown().toContain("HTTP 404");
    expect(document.body.textContent).not.toContain("robots.txt");
    change(find<HTMLSelectElement>("[data-testid=report] select"), "skipped");
    await shown().toContain("robots.txt does not allow it");
    find("button", "Save as CSV").click();
    expect(surroundings.save).toHaveBeenCalledWith(
      "a.example.csv",
      expect.stringContaining("https://docs.example/gone,failed,HTTP 404,\r\n"),
    );
  });

  test("failure mode 16: a panel that opens again shows the job that runs", async () => {
    openPanel(
      new FakeHost({
        ...healthy(),
        ...indexed(),
        list_jobs: () => ({
          kind: "jobs",
          jobs: [makeJob({ title: "docs.example", total: 10, indexed: 3 })],
        }),
      }),
    );
    await shown().toContain("docs.example: Fetching pages");
    find("[role=tab]", "Site").click();
    await shown().toContain("12 pages indexed");
    expect(document.querySelectorAll("[data-testid=job]")).toHaveLength(1);
    expect(find("[data-testid=job]").textContent).toContain("3 of 10");
  });

  test("what could not be done is said, with the next step", async () => {
    await openSite({
      index_site: ({ id }, self) =>
        void self.fail(id, "unreachable", "That is no website.", "Give an address."),
    });
    await shown().toContain("Index this site");
    find("button", "Index this site").click();
    await shown().toContain("That is no website.");
    expect(find("[role=alert]").textContent).toContain("Give an address.");
  });
});

describe("an index", () => {
  test("says how fresh it is and is updated by hand", async () => {
    const { host } = await openSite({
      ...indexed({ refreshed: Date.now() / 1000 - 3 * 86_400 }),
      refresh_site: () => ({ kind: "job_started", job: makeJob({ total: 12 }) }),
    });
    await shown().toContain("12 pages indexed on this computer. Last read 3 days ago.");
    expect(host.all("plan_site")).toEqual([]);
    find("button", "Update the index").click();
    await expect.poll(() => host.all("refresh_site").length).toBe(1);
    expect(host.last("refresh_site").collection).toBe(7);
    await shown().toContain("0 of 12");
  });

  test("is updated by itself as the person sets it", async () => {
    const { host } = await openSite({ ...indexed({ refresh_hours: 24 }), site_schedule: () => NOTHING });
    await shown().toContain("Update by itself");
    const select = find<HTMLSelectElement>("select");
    expect(select.selectedOptions[0]?.textContent).toBe("daily");
    change(select, "168");
    await expect.poll(() => host.all("site_schedule").length).toBe(1);
    expect(host.last("site_schedule")).toMatchObject({ collection: 7, hours: 168 });
  });

  test("shows how its last reading ended when the panel opens again", async () => {
    await openSite({
      ...indexed(),
      list_jobs: () => ({
        kind: "jobs",
        jobs: [makeJob({ id: 2, state: "done" }), makeJob({ id: 1, state: "failed" })],
      }),
      report_job: () => ({
        kind: "job_report",
        job: makeJob({ id: 2, state: "done", failed: 1 }),
        items: ITEMS,
      }),
    });
    await shown().toContain("Finished");
    await shown().toContain("2 left out, and why");
  });

  test("that has come meanwhile needs no plan", async () => {
    let documents = 0;
    const { companion } = await openSite({
      find_collection: () => ({ kind: "collection_found", collection: { ...SITE, documents } }),
    });
    await shown().toContain("30 pages");
    documents = 12;
    await companion.refresh();
    await shown().toContain("12 pages indexed");
    await expect.poll(() => document.querySelector("[data-testid=plan]")).toBeNull();
    expect(companion.planning.state.value).toEqual({ kind: "none" });
  });

  test("can be chosen again, below the path that it is for", async () => {
    const { host } = await openSite({
      ...indexed({ key: "docs.example/kettle" }),
      ...planned({ prefix: "/kettle" }),
    });
    await shown().toContain("12 pages indexed");
    find("button", "Choose its pages again").click();
    await shown().toContain("Index this choice");
    expect(host.last("plan_site").prefix).toBe("/kettle");
  });
});

describe("pages that only the person's browser sees", () => {
  const needy = planned({ needs_browser: 4 });

  test("are opened only after the person has said yes, for that site, and not after they have taken it back", async () => {
    const { host, surroundings } = await openSite({ ...needy, rendered: () => NOTHING });
    await shown().toContain("About 4 pages can be read only in your own browser.");
    expect(host.all("offer_rendering")).toEqual([]);
    find("button", "Allow opening pages of docs.example").click();
    expect(surroundings.sitePermissions.ask).toHaveBeenCalledWith("docs.example");
    await shown().toContain("Ambry may open pages of docs.example in your browser.");
    expect(host.last("offer_rendering").site).toBe("docs.example");
    const { id } = host.last("offer_rendering");
    host.event({ type: "render", id, render: "r1", url: "https://docs.example/members" });
    await expect.poll(() => host.all("rendered").length).toBe(1);
    expect(host.last("rendered")).toMatchObject({ render: "r1", upload: "upload-1" });
    find("[data-testid=browser-access] button", "Take back").click();
    await shown().toContain("Allow opening pages of docs.example");
    expect(surroundings.sitePermissions.drop).toHaveBeenCalledWith("docs.example");
    expect(host.last("cancel").target).toBe(id);
  });

  test("are listed for all sites together, wherever the panel is", async () => {
    const { host } = await openSite(needy);
    await shown().toContain("About 4 pages");
    find("button", "Allow opening pages of docs.example").click();
    await shown().toContain("Sites whose pages Ambry may open in your browser");
    find("button", "Take back docs.example").click();
    await expect.poll(() => host.all("cancel").length).toBe(1);
    expect(document.body.textContent).not.toContain("Sites whose pages Ambry may open");
  });

  test("are offered again when the connection was lost", async () => {
    const { host, companion } = await openSite(needy);
    await shown().toContain("About 4 pages");
    find("button", "Allow opening pages of docs.example").click();
    await expect.poll(() => host.all("offer_rendering").length).toBe(1);
    host.crash();
    companion.start();
    await expect.poll(() => host.all("offer_rendering").length).toBe(2);
  });

  test("a no changes nothing", async () => {
    const { host, surroundings } = await openSite(needy);
    surroundings.sitePermissions.ask.mockResolvedValueOnce(false);
    await shown().toContain("About 4 pages");
    find("button", "Allow opening pages of docs.example").click();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(host.all("offer_rendering")).toEqual([]);
  });

  const walled = makeItem("https://docs.example/in", { state: "failed", code: "needs_browser", again: true });
  const ended: Handlers = {
    ...indexed(),
    list_jobs: () => ({ kind: "jobs", jobs: [makeJob({ id: 2, state: "done" })] }),
    report_job: () => ({
      kind: "job_report",
      job: makeJob({ id: 2, state: "done", failed: 2 }),
      items: [walled, makeItem("https://docs.example/slow", { state: "failed", again: true })],
    }),
    retry_job: () => ({ kind: "job_started", job: makeJob({ id: 2, state: "running", stage: "" }) }),
  };

  test("are opened after the crawl has ended, once the person allows it, and the job goes on", async () => {
    const { host, surroundings } = await openSite(ended);
    await shown().toContain("1 page can be read only in your own browser.");
    find("button", "Open these in my browser").click();
    expect(surroundings.sitePermissions.ask).toHaveBeenCalledWith("docs.example");
    await expect.poll(() => host.all("retry_job").map(({ job }) => job)).toEqual([2]);
    const order = host.sent.map(({ type }) => type);
    expect(order.indexOf("offer_rendering")).toBeLessThan(order.indexOf("retry_job"));
    await shown().toContain("Working");
    expect(document.querySelector("[data-testid=second-try]")).toBeNull();
  });

  test("are left alone without leave; what failed otherwise can be tried again", async () => {
    const { host, surroundings } = await openSite(ended);
    surroundings.sitePermissions.ask.mockResolvedValueOnce(false);
    await shown().toContain("Open these in my browser");
    find("button", "Open these in my browser").click();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(host.all("retry_job")).toEqual([]);
    find("button", "Try failed pages again").click();
    await expect.poll(() => host.all("retry_job").length).toBe(1);
    expect(host.all("offer_rendering")).toEqual([]);
  });

  test("are not spoken of loudly where none is known to need it", async () => {
    await openSite();
    await shown().toContain("Pages that only you can see");
    expect(find("[data-testid=browser-access]").dataset.state).toBe("asked");
  });
});

const ITEMS: readonly JobItemView[] = [
  makeItem("https://docs.example/gone", { state: "failed", reason: "HTTP 404" }),
  makeItem("https://docs.example/private", { state: "skipped", reason: "robots.txt does not allow it" }),
  makeItem("https://docs.example/"),
];
