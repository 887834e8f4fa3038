// @vitest-environment jsdom
import { expect, test } from "vitest";
import { FakeHost, healthy, makeCollection, makeStatus } from "../testing/fake-host";
import { find, openPanel } from "../testing/panel";

const shown = () => expect.poll(() => document.body.textContent);
const vault = (id: number, key: string) => makeCollection({ id, kind: "vault", key, title: key });

test("a new vault is named where the keyboard is, and chosen from the list once it is there", async () => {
  const collections = [vault(1, "Boat")];
  const host = new FakeHost({ ...healthy(), status: () => makeStatus({ collections: [...collections] }) });
  const { companion } = openPanel(host);
  await shown().toContain("Ask about this page");
  find("[role=tab]", "Vault").click();
  await shown().toContain("1 document on this computer");
  find("#pane .field button", "New").click();
  await expect.poll(() => document.activeElement?.getAttribute("placeholder")).toBe("My files");
  const field = document.activeElement as HTMLInputElement;
  field.value = "Garden";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  collections.push(vault(2, "Garden"));
  await companion.refresh();
  await expect.poll(() => find<HTMLSelectElement>("#pane select").value).toBe("Garden");
  find("#pane .field button", "New").click();
  await expect.poll(() => document.activeElement?.tagName).toBe("INPUT");
  find("#pane .field button", "Back").click();
  await expect.poll(() => document.activeElement?.tagName).toBe("SELECT");
});
