// Rules: REQ-1, REQ-8.

import { requestUrlOf, withParameters } from "./requestUrl";

test.each([
  ["/en/request", { what: "quote" }, "/en/request?what=quote"],
  ["/en/request", { what: "quote", product: "a b" }, "/en/request?product=a+b&what=quote"],
  [
    "/en/request?product=alpha-530",
    { what: "callBack", model: "alpha-530-s", units: "IMPERIAL", country: "US" },
    "/en/request?product=alpha-530&what=callBack&model=alpha-530-s&units=imperial&country=US",
  ],
  ["/en/request?product=a", { what: "quote", model: null, units: undefined }, "/en/request?product=a&what=quote"],
] as const)("adds parameters to %p", (url, parameters, want) => {
  expect(withParameters(url, parameters)).toBe(want);
});

test("names several machines with their variants", () => {
  const items = [
    { slug: "alpha-530", variantId: "s" },
    { slug: "alpha-550", variantId: null },
  ];
  expect(requestUrlOf("/en/request?product=zeta", items)).toBe(
    "/en/request?product=alpha-530%3As&product=alpha-550&what=quote",
  );
});
