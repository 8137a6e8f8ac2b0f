// Clicks product cards of listings on a phone with a quarter of the CPU, at the first visit of each product, and prints
// when the product is painted and the tasks of more than 50 ms. Servers are visited in turn:
//
//   node bench/click.mjs <origin> [<origin of another server>]
import { execFileSync } from "node:child_process";
import { chromium } from "@playwright/test";

const origins = process.argv.slice(2);
const executablePath =
  process.env.CHROMIUM_PATH ?? execFileSync("e2e/chromium.sh").toString().trim().split("\n").at(-1);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });

/** In the page: clicks the card of a product, and waits for its heading and the frame after it. */
async function click(slug) {
  const link = [...document.querySelectorAll("main a")].find((a) => a.href.endsWith(`/${slug}`));
  link.scrollIntoView();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  window.longTasks.length = 0;
  const started = performance.now();
  link.click();
  await new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!location.pathname.endsWith(`/${slug}`)) return;
      if (!document.querySelector("main h1")?.textContent.toLowerCase().includes(slug.replace("-", " "))) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const painted = Math.round(performance.now() - started);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  return `painted after ${painted} ms, tasks of over 50 ms: ${JSON.stringify(window.longTasks)}`;
}

for (const [round, slug] of ["alpha-530", "alpha-550", "alpha-580", "alpha-530", "alpha-550"].entries())
  for (const origin of round % 2 ? origins.toReversed() : origins) {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await page.addInitScript(() => {
      window.longTasks = [];
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.longTasks.push(Math.round(duration));
      }).observe({ type: "longtask" });
    });
    await page.goto(`${origin}/en/products/crimping/fully-automatic-crimping/double-sided`);
    await page.waitForTimeout(4000);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    console.log(origin, await page.evaluate(click, slug));
    await page.close();
  }
await browser.close();
