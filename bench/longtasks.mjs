// Counts what keeps the browser busy for more than 50 ms: loading and hydration at a quarter of the CPU's speed, and a technical
// table of 200 rows and a comparison of six products by 200 rows, scrolled and toggled. Run: node bench/longtasks.mjs
import { execFileSync, spawn } from "node:child_process";
import { chromium } from "@playwright/test";

const address = "127.0.0.1:8190";
const server = spawn("go", ["run", "./bench/catalogue", "-serve", address], { stdio: ["ignore", "pipe", "inherit"], detached: true });
await new Promise((resolve) => server.stdout.once("data", resolve));

const executablePath = process.env.CHROMIUM_PATH ?? execFileSync("e2e/chromium.sh").toString().trim().split("\n").at(-1);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.addInitScript(() => {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.longTasks.push(Math.round(entry.duration));
  }).observe({ type: "longtask" });
});

/** The tasks of more than 50 ms, in milliseconds, while something is done. */
async function during(what, work) {
  await page.evaluate(() => (window.longTasks.length = 0));
  await work();
  await page.waitForTimeout(300);
  console.log(`${what}: ${JSON.stringify(await page.evaluate(() => window.longTasks))}`);
}

/** What is measured must be there. */
async function expectRows(rows) {
  const n = await rows.count();
  if (n !== 200) throw new Error(`There are ${n} rows, not 200.`);
}

/** The tasks of more than 50 ms from the first byte of a document until it is idle, with a slower CPU. */
async function whileLoading(what, url, rate) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForTimeout(1000);
  console.log(`${what} at ${rate} x CPU throttling: ${JSON.stringify(await page.evaluate(() => window.longTasks))}`);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await session.detach();
}

try {
  const product = (i) => `machine-${i * 30}`;
  const leaf = `http://${address}/en/products/area-0/area-0-0/area-0-0-0`;
  for (const [what, url] of [
    ["home page", `http://${address}/en`],
    ["listing", leaf],
    ["product of 200 rows", `${leaf}/${product(0)}`],
  ])
    await whileLoading(what, url, 4);
  await page.goto(`${leaf}/${product(0)}`, { waitUntil: "networkidle" });
  await expectRows(page.locator("#technical-data table").first().locator("tbody tr"));
  await during("technical data of 200 rows, scrolled", async () => {
    for (let i = 0; i < 20; i++) await page.mouse.wheel(0, 600);
  });
  await during("technical data of 200 rows, toggled ten times", async () => {
    for (let i = 0; i < 10; i++) await page.getByRole("radio", { name: i % 2 ? "Metric" : "Imperial" }).check();
  });
  await page.goto(`${leaf}?compare=${[0, 1, 2, 3, 4, 5].map(product).join(",")}`, { waitUntil: "networkidle" });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("columnheader").nth(5).waitFor();
  await expectRows(dialog.locator("tbody tr"));
  await during("comparison of 6 by 200 rows, scrolled", async () => {
    await dialog.getByRole("region").hover();
    for (let i = 0; i < 20; i++) await page.mouse.wheel(0, 600);
  });
  await during("comparison of 6 by 200 rows, identical rows hidden and shown ten times", async () => {
    for (let i = 0; i < 10; i++) await dialog.getByRole("switch").click();
  });
  await during("comparison of 6 by 200 rows, metric and imperial ten times", async () => {
    for (let i = 0; i < 10; i++) await dialog.getByRole("radio", { name: i % 2 ? "Metric" : "Imperial" }).check();
  });
} finally {
  await browser.close();
  process.kill(-server.pid);
}
