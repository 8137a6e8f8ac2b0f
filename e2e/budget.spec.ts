import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { expect, test } from "./fixtures";

/**
 * The maximum sizes of a page template in bytes (bench/budget.json). Scripts and documents are counted as sent with
 * brotli, `parsed` and `data` without compression.
 */
interface Budget {
  /** All scripts in the static import graph of the document. */
  scripts: number;
  parsed: number;
  /** The scripts that load by themselves within three seconds after that. */
  later: number;
  html: number;
  /** The data that the document embeds. */
  data: number;
  /** The data that all pages of the site share, without compression; loaded once per visit. */
  site: number;
  fonts: number;
  /** The pictures in the window: how many lazy ones below it a browser loads depends on its estimate of the network. */
  pictures: number;
}

interface Template {
  path: string;
  budget: Budget;
}

interface Chunk {
  file: string;
  imports?: string[];
}

const root = fileURLToPath(new URL("..", import.meta.url));
const file = join(root, "bench/budget.json");
const templates = JSON.parse(readFileSync(file, "utf8")) as Record<string, Template>;
/** Writes the measured sizes with a margin instead of checking them. */
const isUpdate = process.env.UPDATE_BUDGET === "1";
const margin = 1.03;
/** Which fonts load depends on the viewport during layout. */
const looseMargins: Partial<Record<keyof Budget, number>> = { fonts: 2 };
const laterMilliseconds = 3000;
/** The maximum cumulative layout shift until then. */
const maxLayoutShift = 0.01;

const built = join(root, "client/dist/browser");
const manifest = JSON.parse(readFileSync(join(built, ".vite/manifest.json"), "utf8")) as Record<string, Chunk>;
const operations = Object.entries(
  JSON.parse(readFileSync(join(root, "client/dist/persisted-documents.json"), "utf8")) as Record<string, string>,
).map(([hash, text]) => ({
  hash,
  name: /(?:^|[\s}])(?:query|mutation|subscription) ([A-Z]\w*)/.exec(text)?.[1] ?? "",
}));
const chunkOf = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));

/** The static import graph of scripts, including themselves. */
function staticGraph(files: Iterable<string>): Set<string> {
  const found = new Set<string>();
  const waiting = [...files];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    for (const key of chunkOf.get(name)?.imports ?? []) waiting.push(manifest[key]?.file ?? key);
  }
  return found;
}

function read(name: string): { raw: number; sent: number } {
  const path = join(built, name);
  const compressed = `${path}.br`; // Small files have no compressed form.
  return { raw: readFileSync(path).length, sent: readFileSync(existsSync(compressed) ? compressed : path).length };
}

/**
 * The persisted operations of the portal's home page: its query, the mutations on it, the subscriptions, and with Apollo
 * Client the query of every page. The other pages are hydrated without any.
 */
const ofPortalHome = [
  "AcceptInvitation",
  "CancelAccessRequest",
  "CancelMembershipRequest",
  "NewestNews",
  "PortalChanged",
  "PortalHome",
  "PortalNow",
  "RequestAccess",
  "RequestMembership",
];

const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0);

for (const [name, template] of Object.entries(templates)) {
  test(`${name} keeps to its budget`, async ({ page }) => {
    const loaded = new Set<string>();
    let fonts = 0;
    const pictureSizes = new Map<string, number>();
    let siteURL = "";
    page.on("requestfinished", async (request) => {
      // A portal page leads to the login page of the identity server, which has files of its own.
      if (new URL(request.url()).pathname.startsWith("/am/")) return;
      const type = request.resourceType();
      if (type === "script") loaded.add(new URL(request.url()).pathname.replace(/^\/assets\//, ""));
      if (request.url().includes("/_site.json")) siteURL = request.url();
      if (type === "font") fonts += (await request.sizes()).responseBodySize;
      if (type === "image") pictureSizes.set(request.url(), (await request.sizes()).responseBodySize);
    });
    await page.addInitScript(() => {
      const shifts = Object.assign(window, { layoutShift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.layoutShift += (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    // The portal page navigates away immediately, and the browser then no longer has the bodies of its responses.
    const html = await (await page.request.get(template.path)).body();
    await page.goto(template.path, { waitUntil: "load" });
    const text = html.toString();
    const first = staticGraph([...text.matchAll(/\/assets\/([^"]+\.js)"/g)].map((match) => match[1] ?? ""));
    const code = [...first].map((one) => readFileSync(join(built, one), "utf8")).join("\n");
    const documents = operations.filter((one) => code.includes(one.hash)).map((one) => one.name);
    expect(documents.sort(), "no other documents").toEqual(name === "portal" ? ofPortalHome : []);
    const data = /id="strand-data">(.*?)<\/script>/s.exec(text)?.[1] ?? "";
    await page.waitForTimeout(laterMilliseconds); // Scripts that load by themselves are loaded by this time.
    await page.waitForLoadState("networkidle"); // Slow machines have all pictures and fonts too.
    const shift = await page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift);
    expect.soft(shift, `layout shift of ${name}`).toBeLessThanOrEqual(maxLayoutShift);
    const pictures = await page.evaluate(() =>
      [...document.images]
        .filter((picture) => {
          const { top, bottom, width } = picture.getBoundingClientRect();
          return width > 0 && top < window.innerHeight && bottom > 0;
        })
        .map((picture) => picture.currentSrc),
    );
    const site = siteURL === "" ? 0 : (await (await page.request.get(siteURL)).body()).length;
    const later = [...loaded].filter((one) => !first.has(one));
    const measured: Budget = {
      scripts: sum([...first].map((one) => read(one).sent)),
      parsed: sum([...first].map((one) => read(one).raw)),
      later: sum(later.map((one) => read(one).sent)),
      html: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length,
      data: Buffer.byteLength(data),
      site,
      fonts,
      pictures: sum([...new Set(pictures)].map((one) => pictureSizes.get(one) ?? 0)),
    };
    const keys = Object.keys(measured) as (keyof Budget)[];
    test.info().annotations.push({ type: "measured", description: JSON.stringify(measured) });
    if (isUpdate) {
      const all = JSON.parse(readFileSync(file, "utf8")) as Record<string, Template>;
      const budget = Object.fromEntries(
        keys.map((key) => [key, Math.ceil((measured[key] * (looseMargins[key] ?? margin)) / 100) * 100]),
      );
      all[name] = { path: template.path, budget: budget as unknown as Budget };
      writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`);
      return;
    }
    for (const key of keys) expect.soft(measured[key], `${key} of ${name}`).toBeLessThanOrEqual(template.budget[key]);
  });
}
