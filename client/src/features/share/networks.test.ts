// Rules: PAGE-25.

import { mailtoUrl, networks } from "./networks";

const url = "https://example.com/en/stories/a?b=c&d=e";
const title = "Wire & crimp, 100 %";

test.each(networks.map((n) => [n.name, n] as const))(
  "links to %s with a plain https URL that contains the page",
  (_, network) => {
    const target = new URL(network.shareUrl(url, title));
    expect(target.protocol).toBe("https:");
    expect([...target.searchParams.values()].some((value) => value.includes(url))).toBe(true);
  },
);

test("creates a mail with the title as its subject and the URL in its body", () => {
  const [head, query] = mailtoUrl(url, title).split("?");
  const parameters = new URLSearchParams(query);
  expect(head).toBe("mailto:");
  expect(parameters.get("subject")).toBe(title);
  expect(parameters.get("body")).toBe(url);
});
