// Rules: URL-35.

import { returnUrl } from "./returnUrl";

test.each([
  ["/de-ch/mykomax/tickets/list?mine=1#last", "/de-ch/mykomax/tickets/list?mine=1#last"],
  ["/", "/"],
  ["", "/other"],
  ["mykomax", "/other"],
  ["//evil.example/", "/other"],
  ["/\\evil.example/", "/other"],
  ["/x/..//evil.example/", "/other"],
  ["/\t/evil.example/", "/other"],
  ["http://localhost/en", "/other"],
  ["javascript:alert(1)", "/other"],
  ["/callback?code=1", "/other"],
  ["/EN-ch/callback", "/other"],
  ["/en/callbacks", "/en/callbacks"],
])("maps %j to %s", (requested, expected) => {
  expect(returnUrl(requested, "http://localhost", "/other")).toBe(expected);
});
