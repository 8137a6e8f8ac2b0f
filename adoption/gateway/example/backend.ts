/**
 * A REST API with pages and a rate limit, as the example of the gateway: articles in nested categories, requests and
 * reports.
 *
 *   [PORT=4401] [ARTICLES=250] [RATE=5] node example/backend.ts
 */
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const pageSize = 100;

const categories = [
  {
    key: "C1",
    urlName: "Cutting & Stripping",
    title: { en: "Cutting & stripping", de: "Schneiden und Abisolieren" },
    children: [{ key: "C11", urlName: "bench", title: { en: "Bench machines", de: "Tischmaschinen" } }],
  },
  { key: "S1", area: "SERVICE", urlName: "maintenance", title: { en: "Maintenance", de: "Wartung" } },
];

function articles(count: number) {
  const machines = Array.from({ length: count }, (_, i) => ({
    number: `A-${i}`,
    urlName: `Cutter ${i}/${i % 7}`,
    title: { en: `Cutter ${i}`, de: `Schneider ${i}` },
    teaser: { en: "<p>Cuts &amp; strips.</p>" },
    body: { en: "<p>For small series.</p><ul><li>Quiet</li><li>Light</li></ul>" },
    categoryKey: "C11",
    brand: i % 2 ? "north" : "south",
    attributes: [
      { label: { en: "Cross-section", de: "Querschnitt" }, amount: 0.5 + (i % 10), unitCode: "MMK" },
      { label: { en: "Weight", de: "Gewicht" }, amount: 20 + i, unitCode: "KGM" },
    ],
    models: [{ number: `A-${i}-1`, title: `Cutter ${i} basic` }],
    functions: ["F1"],
    accessories: [`A-${(i + 1) % count}`],
    changedAt: new Date(Date.UTC(2026, 0, 1, 8, i % 600)).toISOString(),
  }));
  const service = { number: "S-1", urlName: "visit", title: { en: "Yearly visit" }, categoryKey: "S1" };
  return [...machines, service];
}

/** Starts the API with a number of articles and of requests per second. */
export async function startBackend(options: { articles: number; rate: number; port?: number }) {
  const all = articles(options.articles);
  const stored = new Map<string, { externalId: string; createdAt: string; category?: string; fields?: unknown }>();
  const files = new Map<string, number>();
  let tokens = options.rate;
  let filledAt = Date.now();
  const counts = { requests: 0, refused: 0 };
  const server = createServer((request, response) => {
    const answer = (status: number, body?: unknown, headers = {}) =>
      response
        .writeHead(status, { "Content-Type": "application/json", ...headers })
        .end(body === undefined ? undefined : JSON.stringify(body));
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      counts.requests++;
      tokens = Math.min(options.rate, tokens + ((Date.now() - filledAt) / 1000) * options.rate);
      filledAt = Date.now();
      if (tokens < 1) {
        counts.refused++;
        return answer(429, { message: "too many requests" }, { "Retry-After": "1" });
      }
      tokens--;
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://backend");
      const [, area = "", id = ""] = pathname.split("/");
      if (area === "articles") {
        const first = (Number(searchParams.get("page") ?? 1) - 1) * pageSize;
        return answer(200, { items: all.slice(first, first + pageSize), total: all.length });
      }
      if (area === "categories") return answer(200, categories);
      if (area === "functions") return answer(200, [{ key: "F1", title: { en: "Cutting", de: "Schneiden" } }]);
      if (area === "events") return answer(200, [{ date: "2027-03-10", title: "Annual results" }]);
      if (area === "reports" && id === "dividends") {
        const columns = [{ id: "dividend", title: "Dividend", unit: "CHF", digits: 2 }];
        return answer(200, { labelTitle: "Year", columns, lines: [{ label: "2026", amounts: [3] }] });
      }
      if (area === "files" && request.method === "PUT") {
        files.set(id, Buffer.concat(chunks).length);
        return answer(204);
      }
      if (area === "requests" && request.method === "POST") {
        const key = request.headers["idempotency-key"] as string;
        const body = JSON.parse(Buffer.concat(chunks).toString()) as { category: string; fields: unknown };
        if (key.length > 64) return answer(422, { message: "the key is too long" });
        const first = stored.get(key) ?? { ...body, externalId: key, createdAt: new Date().toISOString() };
        stored.set(key, first);
        return answer(201, first);
      }
      if (area === "requests" && stored.has(id)) return answer(200, stored.get(id));
      return answer(404, { message: "not found" });
    });
  });
  await new Promise<void>((listening) => server.listen(options.port ?? 0, "127.0.0.1", listening));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : options.port}`;
  return {
    origin,
    stored,
    files,
    counts,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { PORT = "4401", ARTICLES = "250", RATE = "5" } = process.env;
  const { origin } = await startBackend({ port: Number(PORT), articles: Number(ARTICLES), rate: Number(RATE) });
  console.log(`BACKEND_URL=${origin}`);
}
