import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Backend } from "./backend.ts";
import { startBackend } from "./example/backend.ts";
import { startGateway } from "./gateway.ts";

type Data = Record<string, unknown>;

/** Starts the example with its gateway, and returns a function that sends a query to a system when it is ready. */
async function start(articles: number, rate: number) {
  const example = await startBackend({ articles, rate });
  const gateway = await startGateway(new Backend(example.origin), 0);
  async function ask(system: "pim" | "sis", query: string, variables: Data = {}): Promise<Data> {
    const response = await fetch(`${gateway.origin}/${system}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ query, variables }),
    });
    if (response.status === 503) {
      assert.equal(response.headers.get("Retry-After"), "2");
      await pause(20);
      return ask(system, query, variables);
    }
    const { data, errors } = (await response.json()) as { data?: Data; errors?: unknown };
    assert.equal(errors, undefined, JSON.stringify(errors));
    return data ?? {};
  }
  const close = () => {
    gateway.close();
    example.close();
  };
  return { ask, close, example, gateway };
}

void test("nested categories, pages, units and HTML become what the contract of the PIM wants", async () => {
  const { ask, close } = await start(250, 1000);
  try {
    const found = await ask(
      "pim",
      `{ classifications(language: "de", type: product) { id name slug parent_id }
        classification_products(language: "en", type: product, offset: 240) { total_count products { slug } }
        product(language: "de", slug: "cutter-8-1") {
          name classification_slug short_description long_description
          specifications { name value unit } related { type product { slug } }
        }
        service_product_detail(language: "de", slug: "visit") { name classification_slug }
        products(language: "en", slugs: "cutter-0-0,unknown") { slug } }`,
    );
    const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
    assert.deepEqual(plain(found.classifications), [
      { id: "C1", name: "Schneiden und Abisolieren", slug: "cutting-stripping", parent_id: null },
      { id: "C11", name: "Tischmaschinen", slug: "bench", parent_id: "C1" },
    ]);
    const list = found.classification_products as { total_count: number; products: unknown[] };
    assert.equal(list.total_count, 250);
    assert.equal(list.products.length, 10);
    assert.deepEqual(plain(found.product), {
      name: "Schneider 8",
      classification_slug: "bench",
      short_description: "Cuts & strips.",
      long_description: "For small series.\nQuiet\nLight",
      specifications: [
        { name: "Querschnitt", value: "8.5", unit: "mm²" },
        { name: "Gewicht", value: "28", unit: "kg" },
      ],
      related: [{ type: "related", product: { slug: "cutter-9-2" } }],
    });
    assert.deepEqual(plain(found.service_product_detail), { name: "Yearly visit", classification_slug: "maintenance" });
    assert.deepEqual(plain(found.products), [{ slug: "cutter-0-0" }]);
  } finally {
    close();
  }
});

void test("a request is stored once, and its files are sent", async () => {
  const { ask, close, example, gateway } = await start(1, 1000);
  try {
    const file = await fetch(`${gateway.origin}/sis/files/f-1`, { method: "PUT", body: "abc" });
    assert.equal(file.status, 204);
    assert.equal(example.files.get("f-1"), 3);
    const input = {
      reference: "r-1",
      sender: { locale: "en-US", site: "main", submittedAt: "2026-11-20T08:00:00Z" },
      story: "s",
      helpful: true,
    };
    const mutation =
      "mutation ($input: StoryFeedbackInput!) { createStoryFeedback(input: $input) { reference receivedAt } }";
    const first = await ask("sis", mutation, { input });
    assert.deepEqual(await ask("sis", mutation, { input }), first);
    assert.equal(example.stored.size, 1);
    assert.deepEqual(example.stored.get("r-1")?.fields, { story: "s", helpful: true });
    const { receipt, unknown, table } = await ask(
      "sis",
      `{ receipt(reference: "r-1") { reference } unknown: receipt(reference: "r-2") { reference }
        table: investorTable(kind: DIVIDENDS, locale: "en-US") { columns { key decimals } rows { label values } } }`,
    );
    assert.equal((receipt as Data).reference, "r-1");
    assert.equal(unknown, null);
    assert.deepEqual(JSON.parse(JSON.stringify(table)), {
      columns: [{ key: "dividend", decimals: 2 }],
      rows: [{ label: "2026", values: [3] }],
    });
  } finally {
    close();
  }
});

void test("a request that the backend refuses for ever is not one to send again", async () => {
  const { close, example, gateway } = await start(1, 1000);
  try {
    const response = await fetch(`${gateway.origin}/sis`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        query: "mutation ($input: StoryFeedbackInput!) { createStoryFeedback(input: $input) { reference } }",
        variables: {
          input: {
            reference: "r".repeat(65),
            sender: { locale: "en-US", site: "main", submittedAt: "2026-11-20T08:00:00Z" },
            story: "s",
            helpful: true,
          },
        },
      }),
    });
    const { errors } = (await response.json()) as { errors?: { extensions?: { code?: string } }[] };
    assert.deepEqual(
      errors?.map((error) => error.extensions?.code),
      ["BAD_USER_INPUT"],
    );
    assert.equal(example.stored.size, 0);
  } finally {
    close();
  }
});

void test("the catalogue is read again on demand, before the answer", async () => {
  const { ask, close, example, gateway } = await start(1, 1000);
  try {
    await ask("pim", `{ capabilities(language: "en") { id } }`);
    const before = example.counts.requests;
    const answer = await fetch(`${gateway.origin}/refresh`, { method: "POST" });
    assert.equal(answer.status, 204);
    assert.ok(example.counts.requests > before);
    example.close();
    const refused = await fetch(`${gateway.origin}/refresh`, { method: "POST" });
    assert.equal(refused.status, 503);
  } finally {
    close();
  }
});

void test("the rate limit of the backend is kept", async () => {
  const { ask, close, example } = await start(600, 5);
  try {
    const { list } = await ask(
      "pim",
      `{ list: classification_products(language: "en", type: product) { total_count } }`,
    );
    assert.equal((list as Data).total_count, 600);
    assert.ok(example.counts.refused <= 2, `${example.counts.refused} of ${example.counts.requests} were refused`);
  } finally {
    close();
  }
});
