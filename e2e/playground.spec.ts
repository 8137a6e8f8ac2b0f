import { expectAccessible, expectNoOverflow, widths } from "./checks";
import { expect, type Locator, type Page, test } from "./fixtures";

const operation = (page: Page) => page.getByRole("region", { name: "Operation Editor" });
const result = (page: Page) => page.getByRole("region", { name: "Result Window" });
const inspection = (page: Page) => page.getByRole("region", { name: "Cost, calls and provenance" });
const run = (page: Page) => page.getByRole("button", { name: /Execute query/ });
const operations = (page: Page) => page.getByRole("navigation", { name: "Operations" });
const panels = (page: Page) => page.getByRole("navigation", { name: "Panels" });

/** Opens the playground. GraphiQL ignores clicks and loses changes of the tab until both editors are loaded. */
async function openPlayground(page: Page, fragment = "") {
  await page.goto(`/playground${fragment}`);
  await expect(operation(page)).toContainText(fragment === "" ? "ResolveUrl" : "query");
  await expect(result(page)).toHaveAttribute("data-mode-id", "json");
}

/** Reports whether a panel covers the editor. Both are measured in one step, since they move while one loads. */
async function covers(panel: Locator, editor: Locator) {
  const handle = await editor.elementHandle();
  return panel.evaluate((element, other) => {
    const [a, b] = [element.getBoundingClientRect(), (other as Element).getBoundingClientRect()];
    return a.right > b.left + 1 && a.bottom > b.top + 1;
  }, handle);
}

test("the playground runs an example, with requests to our own and the identity server only", async ({
  page,
  baseURL,
}) => {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => {
    const url = new URL(request.url());
    const isOwn = request.url().startsWith(baseURL ?? "") || url.protocol === "data:";
    if (!isOwn && !url.pathname.startsWith("/am/")) problems.push(request.url());
  });
  await openPlayground(page);
  await run(page).click();
  await expect(result(page)).toContainText('"Strand Group"');
  expect(problems).toEqual([]);
});

test("the playground opens a subscription and shows the server's refusal", async ({ page }) => {
  await openPlayground(page);
  await operations(page).getByRole("button", { name: "WatchTicket", exact: true }).click();
  await expect(operation(page)).toContainText("subscription WatchTicket");
  // GraphiQL updates the operation name of the tab with a delay.
  await expect(async () => {
    await run(page).click();
    await expect(result(page)).toContainText("only signed-in users", { timeout: 2000 });
  }).toPass();
});

test("three clicks query tickets as a customer, with cost, calls and provenance", async ({ page }) => {
  await openPlayground(page);
  await operations(page).getByRole("button", { name: "Tickets", exact: true }).click();
  await page.getByRole("button", { name: "Sign in as customer@example.com" }).click();
  await expect(page.getByLabel("Signed in as")).toHaveValue("customer@example.com");
  await run(page).click();
  await expect(inspection(page)).toContainText(/\d+ estimated, \d+ actual, limit/);
  await expect(inspection(page).getByRole("row", { name: /sis-portal GetTickets not cached ok/ })).toBeVisible();
  await expect(
    inspection(page).getByRole("row", { name: /^tickets\.edges\.0\.node\.subject sis Ticket/ }),
  ).toBeAttached();
  await expect(result(page)).toContainText('"edges"');
});

test("a link opens an operation without sending it, and has no headers", async ({ page }) => {
  await openPlayground(page);
  await operations(page).getByRole("button", { name: "Products", exact: true }).click();
  await expect(operation(page)).toContainText("query Products");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page).toHaveURL(/#operation=.*query\+Products.*&variables=.*kappa-330/);
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.postData()?.includes("Shared")) requests.push(request.url());
  });
  await page.goto("about:blank");
  await openPlayground(page, "#operation=query+Shared+%7B+sites+%7B+name+%7D+%7D");
  await expect(operations(page).getByRole("button", { name: "Shared", exact: true })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await expect(operation(page)).toContainText("query Shared");
  expect(requests).toEqual([]);
  await run(page).click();
  await expect(result(page)).toContainText('"Strand Group"');
});

test("every panel fits a phone, a tablet and a desktop, and axe finds nothing", async ({ page }) => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await openPlayground(page);
    await run(page).click();
    await expect(inspection(page)).toContainText("estimated");
    await expectAccessible(page);
    for (const name of ["Examples", "Docs", "History", "Explorer"]) {
      await panels(page).getByRole("button", { name }).click();
      const panel = page.getByRole("region", { name: `${name} panel` });
      await expect(panel).toBeVisible();
      // The Explorer is loaded when it is opened.
      if (name === "Explorer") await expect(panel.getByRole("textbox", { name: "url" })).toBeVisible();
      await expectNoOverflow(page);
      await expectAccessible(page);
      await expect.poll(() => covers(panel, operation(page)), `${name} covers the editor at ${width} px`).toBe(false);
    }
    await panels(page).getByRole("button", { name: "Explorer" }).click();
  }
});
