// Counts tasks of more than 50 ms in the browser: loading and hydration at a quarter of the CPU's speed, and a
// technical table of 200 rows and a comparison of six products by 200 rows, scrolled and toggled.
//
//   node bench/longtasks.mjs
//
// Loading is read from a trace, in CPU time of the page's main thread, so that other processes do not count. Its tasks
// are of three classes: the document's before the first script is evaluated (parsing, style, layout, paint), those of
// which scripts take a fifth or more, and those after that which are layout and paint (of pictures and faces that have
// arrived).
import { execFileSync, spawn } from "node:child_process";
import { chromium } from "@playwright/test";
import { freePort } from "../test/federation/processes.js";

const addr = `127.0.0.1:${await freePort()}`;
const server = spawn("go", ["run", "./bench/catalogue", "-serve", addr], {
  stdio: ["ignore", "pipe", "inherit"],
  detached: true,
});
await new Promise((resolve) => server.stdout.once("data", resolve));

const executablePath =
  process.env.CHROMIUM_PATH ?? execFileSync("e2e/chromium.sh").toString().trim().split("\n").at(-1);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.addInitScript(() => {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.longTasks.push(Math.round(entry.duration));
  }).observe({ type: "longtask" });
});

/** The tasks of more than 50 ms during an action, in milliseconds. */
async function during(what, work) {
  await page.evaluate(() => (window.longTasks.length = 0));
  await work();
  await page.waitForTimeout(300);
  console.log(`${what}: ${JSON.stringify(await page.evaluate(() => window.longTasks))}`);
}

/** Fails if the measured rows are missing. */
async function expectRows(rows) {
  const n = await rows.count();
  if (n !== 200) throw new Error(`There are ${n} rows, not 200.`);
}

/** Milliseconds from the navigation on, in which a page is loaded and idle again. */
const loading = 8000;
const visits = 5;
const long = 50;
/** The events of a trace that belong to scripts. */
const scripted = new Set(["v8.evaluateModule", "EvaluateScript", "FunctionCall", "RunMicrotasks", "v8.callFunction"]);
const categories = ["devtools.timeline", "disabled-by-default-devtools.timeline", "v8"];

/**
 * The trace of a document that is loaded with a slower CPU, in its own process. The page belongs to no context of
 * Playwright: Playwright's instrumentation of its pages makes V8 parse whole modules again to find the source line of
 * each request.
 */
async function trace(url, rate) {
  const session = await browser.newBrowserCDPSession();
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const { browserContextId } = await session.send("Target.createBrowserContext");
  const { targetId } = await session.send("Target.createTarget", {
    url: "about:blank",
    browserContextId,
    width: 1440,
    height: 900,
  });
  const { sessionId } = await session.send("Target.attachToTarget", { targetId, flatten: false });
  const tell = (id, method, params) =>
    session.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method, params }) });
  await tell(1, "Emulation.setCPUThrottlingRate", { rate });
  await session.send("Tracing.start", {
    traceConfig: { includedCategories: categories, excludedCategories: ["*"] },
    transferMode: "ReportEvents",
  });
  await tell(2, "Page.navigate", { url });
  await new Promise((resolve) => setTimeout(resolve, loading));
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  await session.send("Target.disposeBrowserContext", { browserContextId });
  await session.detach();
  return events;
}

/** The tasks of a document's main thread by class, in milliseconds of CPU time, the longest first. */
function tasksOf(events, url) {
  const commit = events.find((e) => e.name === "CommitLoad" && e.args.data.url === url);
  if (!commit) throw new Error(`${url} was not loaded.`);
  const isMain = (e) => e.ph === "X" && e.pid === commit.pid && e.tid === commit.tid;
  const main = events.filter(isMain).sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const scripts = main.filter((e) => scripted.has(e.name));
  const start = Math.min(...scripts.map((e) => e.ts));
  /** The time of a task's scripts, whose events are nested. */
  const scriptTime = (task) => {
    let until = task.ts;
    let time = 0;
    for (const { ts, dur } of scripts) {
      if (ts < until || ts >= task.ts + task.dur) continue;
      time += dur;
      until = ts + dur;
    }
    return time;
  };
  const classes = { document: [], scripts: [], "later rendering": [] };
  for (const task of main) {
    if (task.name !== "RunTask") continue;
    const isScripted = scriptTime(task) >= task.dur / 5;
    const name = isScripted ? "scripts" : task.ts <= start ? "document" : "later rendering";
    classes[name].push(Math.round(task.tdur / 1000));
  }
  for (const tasks of Object.values(classes)) tasks.sort((a, b) => b - a);
  return classes;
}

/** The tasks of more than 50 ms from the first byte of a document until it is idle, per class, of the median visit. */
async function whileLoading(what, url, rate) {
  const visited = [];
  for (let i = 0; i < visits; i++) visited.push(tasksOf(await trace(url, rate), url));
  const shown = Object.keys(visited[0]).map((name) => {
    const byLongest = visited.map((classes) => classes[name]).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
    const median = byLongest[Math.floor(visits / 2)];
    const longest = byLongest.map((tasks) => tasks[0] ?? 0).join(", ");
    return `  ${name}: ${JSON.stringify(median.filter((t) => t > long))}; the longest of each visit ${longest}`;
  });
  console.log([`${what} at ${rate} x CPU throttling`, ...shown].join("\n"));
}

try {
  const product = (i) => `machine-${i * 30}`;
  const leaf = `http://${addr}/en/products/area-0/area-0-0/area-0-0-0`;
  for (const [what, url] of [
    ["home page", `http://${addr}/en`],
    ["listing", leaf],
    ["product of 200 rows", `${leaf}/${product(0)}`],
  ])
    await whileLoading(what, url, 4);
  await page.goto(`${leaf}/${product(0)}`, { waitUntil: "networkidle" });
  await expectRows(page.locator("#technical-data table").first().locator("tbody tr:has(td)"));
  await during("technical data of 200 rows, scrolled", async () => {
    for (let i = 0; i < 20; i++) await page.mouse.wheel(0, 600);
  });
  await during("technical data of 200 rows, toggled ten times", async () => {
    for (let i = 0; i < 10; i++) await page.getByRole("radio", { name: i % 2 ? "Metric" : "Imperial" }).check();
  });
  await page.goto(`${leaf}?compare=${[0, 1, 2, 3, 4, 5].map(product).join(",")}`, { waitUntil: "networkidle" });
  const comparison = page.getByRole("main");
  await comparison.getByRole("columnheader").nth(5).waitFor();
  await expectRows(comparison.locator("tbody tr:has(td):not(:has(img)):visible"));
  await during("comparison of 6 by 200 rows, scrolled", async () => {
    await comparison.getByRole("region").hover();
    for (let i = 0; i < 20; i++) await page.mouse.wheel(0, 600);
  });
  await during("comparison of 6 by 200 rows, identical rows hidden and shown ten times", async () => {
    for (let i = 0; i < 10; i++) await comparison.getByRole("switch").click();
  });
  await during("comparison of 6 by 200 rows, metric and imperial ten times", async () => {
    for (let i = 0; i < 10; i++) await comparison.getByRole("radio", { name: i % 2 ? "Metric" : "Imperial" }).check();
  });
} finally {
  await browser.close();
  process.kill(-server.pid);
}
