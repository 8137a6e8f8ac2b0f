import { expect } from "@playwright/test";
import { test } from "./fixtures";

// Rules: PAGE-38, PAGE-39, PAGE-40, PAGE-41.
test("a link preview reads the title, the text and the picture of a product", async ({ request }) => {
  const page = await (
    await request.get("/en/products/crimping/fully-automatic-crimping/double-sided/alpha-530")
  ).text();
  const contentOf = (property: string) =>
    new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)"`).exec(page)?.[1] ?? "";
  expect(contentOf("og:title")).toBe("Alpha 530 – Double-sided crimping machines");
  expect(contentOf("description").length).toBeGreaterThanOrEqual(110);
  expect(contentOf("twitter:card")).toBe("summary_large_image");
  expect([contentOf("og:image:width"), contentOf("og:image:height")]).toEqual(["1200", "630"]);
  expect(page).toContain('"sku":"alpha-530"');
  const card = await request.get(contentOf("og:image"));
  expect(card.headers()["content-type"]).toBe("image/jpeg");
  expect((await card.body()).length).toBeGreaterThan(20_000);
  const icon = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(page)?.[1] ?? "";
  expect((await request.get(icon)).headers()["content-type"]).toBe("image/png");
});
