import { expect, type Page, test } from "./fixtures";

const operation = (page: Page) => page.getByRole("region", { name: "Operation Editor" });
const result = (page: Page) => page.getByRole("region", { name: "Result Window" });

/** Opens the playground. GraphiQL ignores clicks and loses changes of the tab until both editors are loaded. */
async function openPlayground(page: Page) {
  await page.goto("/playground");
  await expect(operation(page)).toContainText("ResolveUrl");
  await expect(result(page)).toHaveAttribute("data-mode-id", "json");
}

test("the playground runs an example, with requests to our own server only", async ({ page, baseURL }) => {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(baseURL ?? "") && !request.url().startsWith("data:")) problems.push(request.url());
  });
  await openPlayground(page);
  await page.getByRole("button", { name: /Execute query/ }).click();
  await expect(result(page)).toContainText('"Strand Group"');
  expect(problems).toEqual([]);
});

test("the playground opens a subscription and shows the server's refusal", async ({ page }) => {
  await openPlayground(page);
  await page.getByRole("tab", { name: "WatchTicket" }).click();
  await expect(operation(page)).toContainText("subscription WatchTicket");
  // GraphiQL updates the operation name of the tab with a delay.
  await expect(async () => {
    await page.getByRole("button", { name: /Execute query/ }).click();
    await expect(result(page)).toContainText("UNAUTHENTICATED", { timeout: 2000 });
  }).toPass();
});
