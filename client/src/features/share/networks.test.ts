// Rules: PAGE-25.

import { mailAddress, networks } from "./networks";

const url = "https://example.com/en/stories/a?b=c&d=e";
const title = "Wire & crimp, 100 %";

test.each(networks.map((n) => [n.name, n] as const))(
  "links to %s with a plain https URL that contains the address",
  (_, network) => {
    const address = new URL(network.address(url, title));
    expect(address.protocol).toBe("https:");
    expect([...address.searchParams.values()].some((value) => value.includes(url))).toBe(true);
  },
);

test("creates a mail with the title as its subject and the address in its body", () => {
  const [head, query] = mailAddress(url, title).split("?");
  const parameters = new URLSearchParams(query);
  expect(head).toBe("mailto:");
  expect(parameters.get("subject")).toBe(title);
  expect(parameters.get("body")).toBe(url);
});
