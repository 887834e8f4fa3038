import { expect, test } from "vitest";
import { refusal } from "./guard";

test.each([
  "https://docs.example/",
  "http://docs.example/a?page=2#part",
  "https://docs.example/api/delete",
  "https://docs.example/blog/how-to-log-out",
  "https://docs.example/search?q=delete+a+file",
])("%s may be opened", (address) => {
  expect(refusal(address, "docs.example")).toBeNull();
});

test.each([
  ["javascript:alert(1)", "not an address on the web"],
  ["file:///etc/passwd", "not an address on the web"],
  ["data:text/html,hello", "not an address on the web"],
  ["chrome://settings", "not an address on the web"],
  ["/relative", "not an address on the web"],
  ["", "not an address on the web"],
  ["https://me:secret@docs.example/", "carries a login"],
  ["https://evil.example/", "not on docs.example"],
  ["https://docs.example.evil.example/", "not on docs.example"],
  ["https://docs.example:8443/", "not on docs.example"],
  ["https://docs.example@evil.example/", "carries a login"],
  ["https://sub.docs.example/", "not on docs.example"],
  ["https://docs.example/logout", "sign you out"],
  ["https://docs.example/account/sign-out/", "sign you out"],
  ["https://docs.example/LogOff.aspx", "sign you out"],
  ["https://docs.example/?logout", "sign you out"],
  ["https://docs.example/wp-login.php?action=logout", "sign you out"],
  ["https://docs.example/post?id=4&action=delete", "change something"],
  ["https://docs.example/unsubscribe?token=1", "sign you out"],
])("%s is not opened: %s", (address, reason) => {
  expect(refusal(address, "docs.example")).toContain(reason);
});
