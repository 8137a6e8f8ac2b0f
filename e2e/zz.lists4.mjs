import { chromium } from "playwright-core";
const [,, what = "all", who = "admin", langs = "en", widths = "360,1440"] = process.argv;
const base = "http://localhost:24550";
const paths = { tickets: "/mykomax/tickets/list", inventory: "/mykomax/inventory", software: "/mykomax/inventory/software", users: "/mykomax/user-admin", activity: "/mykomax/user-admin/activity", organizations: "/mykomax/user-admin/organizations" };
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH });
const names = what === "all" ? Object.keys(paths) : what.split(",");
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
const page = await context.newPage();
page.on("pageerror", (e) => console.log("error", e.message));
await page.goto(base + "/en/mykomax");
await page.waitForSelector("input[type=email], input[name=email]", { timeout: 30000 });
await page.fill("input[name=email], input[type=email]", who + "@example.com");
await page.fill("input[type=password]", "Strand-demo-2026");
await page.click("button[type=submit]");
await page.waitForSelector("main h1", { timeout: 30000 });
for (const lang of langs.split(",")) for (const name of names) for (const width of widths.split(",")) {
  await page.setViewportSize({ width: +width, height: width === "360" ? 740 : width === "768" ? 1024 : 900 });
  await page.goto(base + "/" + lang + paths[name] + (process.env.QUERY ?? ""));
  await page.waitForSelector("main h1:not(:empty)");
  await page.waitForSelector("main tbody tr, main article, main [role=status]", { timeout: 20000 }).catch(() => console.log("no rows", name));
  if (process.env.ACT) await eval(`(async () => {${process.env.ACT}})()`);
  const m = await page.evaluate(() => {
    const rows = [...document.querySelectorAll("main tbody > tr")];
    const h = rows.map((r) => Math.round(r.getBoundingClientRect().height));
    return { rows: rows.length, max: Math.max(0, ...h), inView: rows.filter((r) => r.getBoundingClientRect().bottom <= innerHeight).length, scroll: document.documentElement.scrollWidth, first: Math.round(rows[0]?.getBoundingClientRect().top ?? 0) };
  });
  console.log(lang, name, width, JSON.stringify(m));
  await page.screenshot({ path: `/tmp/lists4-shots/${process.env.TAG ?? ""}${lang}-${name}-${width}.png` });
}
await browser.close();
