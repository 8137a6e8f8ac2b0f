// Counts tasks of more than 50 ms in the editor area of a site with 20,000 more pages: opening it, expanding the whole
// tree, scrolling, keyboard navigation, searching, and selecting a page. The preview's frame shows an empty page, since
// its load is that of any page. Run: make build && node bench/editortree.mjs [CPU throttling]
//
// Tasks are read from a trace, in CPU time of the page's main thread, so that other processes do not count.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { freePort } from "../federation/processes.js";

const rate = Number(process.argv[2] ?? 1);
const sections = 200;
const pagesBelow = 99;
const count = sections * (pagesBelow + 1);
const password = "editor";
const long = 50;

const slugOf = (section, page) => `bulk-${section}-${page}`;

/** Adds the pages to a copy of the sample content, in no menu: 200 pages with 99 below each. */
function addPages(folder) {
  const site = join(folder, "cms/sites/main");
  let items = "";
  for (let section = 0; section < sections; section++) {
    for (let page = 0; page <= pagesBelow; page++) {
      const title =
        page === 0 ? `Section ${section}` : `Page ${page} of section ${section}, with a title of some length`;
      const dir = join(site, "pages", slugOf(section, page));
      mkdirSync(dir);
      writeFileSync(join(dir, "en.md"), `---\ntitle: ${title}\n---\n\n## ${title}\n\nText.\n`);
      const indent = page === 0 ? "  " : "    ";
      items += `${indent}- title: {en: "${title}"}\n${indent}  page: ${slugOf(section, page)}\n`;
      if (page === 0) items += "    items:\n";
    }
  }
  const file = join(site, "navigation.yaml");
  const navigation = readFileSync(file, "utf8");
  const start = "\n  unlisted:\n";
  if (!navigation.includes(start)) throw new Error("The navigation has no unlisted pages.");
  writeFileSync(file, navigation.replace(start, start + items));
}

/** Starts a server over a content folder; returns its address and a function that stops it. */
async function start(folder, data) {
  const address = `localhost:${await freePort()}`;
  const server = spawn("bin/strand-demo", {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      STRAND_ADDR: address,
      STRAND_ADMIN_ADDR: "127.0.0.1:0",
      STRAND_EMBEDDED_CMS_ADDR: "127.0.0.1:0",
      STRAND_EMBEDDED_PIM_ADDR: "127.0.0.1:0",
      STRAND_EMBEDDED_SIS_ADDR: "127.0.0.1:0",
      STRAND_EMBEDDED_IDENTITY_ADDR: "localhost:0",
      STRAND_EMBEDDED_TRANSLATION_ADDR: "127.0.0.1:0",
      STRAND_CONTENT_DIR: folder,
      STRAND_DATA_DIR: data,
      STRAND_EDITOR_PASSWORD: password,
      STRAND_LOG_LEVEL: "error",
      STRAND_RENDERERS: "1",
    },
  });
  const origin = `http://${address}`;
  const isReady = () => fetch(`${origin}/readyz`).then(({ ok }) => ok, () => false); // prettier-ignore
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { origin, stop: () => server.kill("SIGTERM") };
}

/** The tasks of the main thread of a page during an action, in milliseconds of CPU time, the longest first. */
async function tasksDuring(page, work) {
  const browser = page.context().browser();
  await browser.startTracing(page, {
    categories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"],
  });
  await work();
  await page.waitForTimeout(500);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  // Of several main threads, the page's is the busiest.
  const threads = new Map();
  for (const { name, ph, pid, tid, tdur } of traceEvents) {
    if (name !== "RunTask" || ph !== "X") continue;
    const key = `${pid} ${tid}`;
    threads.set(key, [...(threads.get(key) ?? []), (tdur ?? 0) / 1000]);
  }
  const names = new Map();
  for (const { name, ph, pid, tid, args } of traceEvents)
    if (name === "thread_name" && ph === "M") names.set(`${pid} ${tid}`, args.name);
  const sum = (tasks) => tasks.reduce((total, task) => total + task, 0);
  const main = [...threads].filter(([key]) => names.get(key) === "CrRendererMain").map(([, tasks]) => tasks);
  if (main.length === 0) throw new Error("The trace has no main thread of a page.");
  return main.sort((a, b) => sum(b) - sum(a))[0].sort((a, b) => b - a);
}

let isOver = false;
async function during(page, what, work) {
  const tasks = await tasksDuring(page, work);
  const over = tasks.filter((task) => task > long);
  isOver ||= over.length > 0;
  const shown = tasks.slice(0, 3).map((task) => task.toFixed(0));
  console.log(`${what}: ${over.length} tasks of more than ${long} ms; the longest ${shown.join(", ")} ms`);
}

const rowCount = (page) =>
  page.evaluate(() => {
    let rows = 0;
    for (const block of document.querySelectorAll("[data-rows]")) rows += Number(block.dataset.rows);
    return rows || document.querySelectorAll("[role=treeitem]").length;
  });

const scrollTo = (tree, part) =>
  tree.evaluate((element, to) => {
    const scroller = element.parentElement;
    scroller.scrollTop = scroller.scrollHeight * to;
  }, part);

const folder = mkdtempSync(join(tmpdir(), "strand-bench-"));
const content = join(folder, "content");
cpSync("content", content, { recursive: true });
addPages(content);
const executablePath =
  process.env.CHROMIUM_PATH ?? execFileSync("e2e/chromium.sh").toString().trim().split("\n").at(-1);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const { origin, stop } = await start(content, join(folder, "data"));
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.route("**/editor-preview/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<p>Preview</p>" }),
  );
  const login = await page.request.post(`${origin}/api/editor-area-autentication`, { data: { input: password } });
  if (!login.ok()) throw new Error(`The login failed with status ${login.status()}.`);
  // The server reads its data before the measurement.
  for (let tries = 0; (await page.goto(`${origin}/en/editor`)).status() !== 200; tries++) {
    if (tries === 20) throw new Error("The editor area is unavailable.");
  }
  await page.getByRole("tree").waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });

  await during(page, "opened", async () => {
    await page.goto(`${origin}/en/editor`);
    await page.waitForTimeout(3000);
  });
  const tree = page.getByRole("tree");
  const group = tree.locator("[data-row=UNLISTED]");
  await during(page, "200 entries opened below one", async () => {
    await scrollTo(tree, 0);
    await group.focus();
    await page.keyboard.press("ArrowRight");
    await tree.getByText("Section 0", { exact: true }).waitFor();
    await scrollTo(tree, 1);
    await page.getByRole("treeitem", { name: /^Show / }).click();
    while ((await rowCount(page)) <= sections) await page.waitForTimeout(100);
  });
  await during(page, "all expanded", async () => {
    await scrollTo(tree, 0);
    await group.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("*");
    let rows = 0;
    for (const until = Date.now() + 600_000; rows < count; rows = await rowCount(page)) {
      if (Date.now() > until) throw new Error(`There are ${rows} rows, not ${count}.`);
      await page.waitForTimeout(500);
    }
  });
  console.log(
    `${await rowCount(page)} rows, ${await page.evaluate(() => document.querySelectorAll("*").length)} elements`,
  );
  await during(page, "scrolled by the wheel", async () => {
    await tree.hover();
    for (let i = 0; i < 60; i++) {
      await page.mouse.wheel(0, 900);
      await page.waitForTimeout(30);
    }
  });
  await during(page, "scrolled to places far from each other", async () => {
    for (const part of [0.9, 0.1, 0.5, 0.75, 0.25, 1, 0]) {
      await scrollTo(tree, part);
      await page.waitForTimeout(200);
    }
  });
  await during(page, "by keyboard to both ends, and from entry to entry", async () => {
    await scrollTo(tree, 0);
    await group.focus();
    for (const key of ["End", "Home", "End", ...Array(20).fill("ArrowUp"), "Home"]) await page.keyboard.press(key);
    await scrollTo(tree, 0);
    await group.focus();
    for (let i = 0; i < 30; i++) await page.keyboard.press("ArrowDown");
  });
  await during(page, "an entry collapsed and expanded ten times", async () => {
    await scrollTo(tree, 0);
    await group.focus();
    for (let i = 0; i < 10; i++) await page.keyboard.press(i % 2 ? "ArrowRight" : "ArrowLeft");
  });
  await during(page, "a page selected", async () => {
    await tree.getByText("Section 0", { exact: true }).click();
    await page.waitForURL(/page=/);
    await page.waitForTimeout(3000);
  });
  await during(page, "searched, letter by letter", async () => {
    await page.getByRole("searchbox").pressSequentially("page 7 of section 12", { delay: 80 });
    await page
      .getByRole("link", { name: /Page 7 of section 12/ })
      .first()
      .waitFor();
  });
  await during(page, "the search ended", async () => {
    await page.getByRole("searchbox").fill("");
    await tree.waitFor();
  });
} finally {
  await browser.close();
  stop();
  rmSync(folder, { recursive: true, force: true });
}
if (isOver) process.exitCode = 1;
