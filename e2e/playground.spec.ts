import { expect, test } from "@playwright/test";

test("the playground runs an example, and asks nobody but us", async ({ page, baseURL }) => {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(baseURL ?? "") && !request.url().startsWith("data:")) problems.push(request.url());
  });
  await page.goto("/playground", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: /Execute query/ }).click();
  await expect(page.getByRole("region", { name: /Result/ })).toContainText('"Strand Group"');
  expect(problems).toEqual([]);
});

test("the playground listens to a subscription, and shows how the graph refuses it", async ({ page }) => {
  await page.goto("/playground", { waitUntil: "networkidle" });
  await page.getByRole("tab", { name: "WatchTicket" }).click();
  // GraphiQL takes over the name of the tab's operation with a delay of its own.
  await expect(async () => {
    await page.getByRole("button", { name: /Execute query/ }).click();
    const result = page.getByRole("region", { name: /Result/ });
    await expect(result).toContainText("UNAUTHENTICATED", { timeout: 2000 });
  }).toPass();
});
