import { expect, test } from "@playwright/test";

test("the playground runs an example, with requests to our own server only", async ({ page, baseURL }) => {
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

test("the playground opens a subscription and shows the server's refusal", async ({ page }) => {
  await page.goto("/playground", { waitUntil: "networkidle" });
  await page.getByRole("tab", { name: "WatchTicket" }).click();
  // GraphiQL updates the operation name of the tab with a delay.
  await expect(async () => {
    await page.getByRole("button", { name: /Execute query/ }).click();
    const result = page.getByRole("region", { name: /Result/ });
    await expect(result).toContainText("UNAUTHENTICATED", { timeout: 2000 });
  }).toPass();
});
