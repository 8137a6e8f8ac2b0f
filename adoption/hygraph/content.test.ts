import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "graphql";
import { type Ask, importContent } from "./content.ts";
import { Contract } from "./schema.ts";

const contract = new Contract(readFileSync("upstream/cms/contract.graphql", "utf8"));

/** Records of the source by the name of their list; localized values by locale. */
const records: Record<string, { id: string; [field: string]: unknown }[]> = {
  languages: [
    { id: "l-de", languageCode: "de", displayName: { en: "German", de: "Deutsch" }, defaultCountry: { id: "c-ch" } },
  ],
  countries: [
    {
      id: "c-ch",
      countryCode: "CH",
      displayName: { en: "Switzerland", de: "Schweiz" },
      supportedLanguages: [{ id: "l-de" }],
      defaultLanguage: { id: "l-de" },
    },
  ],
  brands: [{ id: "b-1", name: "Schleuniger", image: { id: "a-1" } }],
};

const source: Ask = (query, variables) => {
  parse(query);
  const name = /records: (\w+)\(/.exec(query)?.[1] ?? "";
  const [locale] = variables.locale as string[];
  const skip = variables.skip as number;
  const textIn = (value: unknown) =>
    value && typeof value === "object" && "en" in value ? (value as Record<string, string>)[locale ?? ""] : value;
  const all = (records[name] ?? []).map((record) =>
    Object.fromEntries(Object.entries(record).map(([field, value]) => [field, textIn(value)])),
  );
  // Records without a text in the locale are left out.
  const found = all.filter((r) => !("displayName" in r) || r.displayName !== undefined);
  return Promise.resolve({ records: found.slice(skip, skip + 100) });
};

interface Sent {
  query: string;
  variables: Record<string, unknown>;
}

/** A project without records, which collects the operations. */
function makeTarget(existing = 0) {
  const sent: Sent[] = [];
  const ask: Ask = (query, variables) => {
    parse(query);
    sent.push({ query, variables });
    return Promise.resolve({ records: { aggregate: { count: existing } }, created: { id: `new-${sent.length}` } });
  };
  return { ask, mutations: () => sent.filter(({ query }) => query.startsWith("mutation")) };
}

void test("records are created with their translations and earlier records, and later ones are connected", async () => {
  const target = makeTarget();
  const counts = await importContent(contract, source, target.ask);
  assert.deepEqual([counts.get("Language"), counts.get("Country"), counts.get("Site")], [1, 1, 0]);
  const [language, country, brand, update, ...publications] = target.mutations();
  assert.ok(language && country && brand && update);
  const german = language.variables.data as Record<string, unknown>;
  assert.equal(german.displayName, "German");
  assert.deepEqual(german.localizations, { create: [{ locale: "de", data: { displayName: "Deutsch" } }] });
  // The country does not exist yet.
  assert.equal("defaultCountry" in german, false);
  const swiss = country.variables.data as Record<"defaultLanguage" | "supportedLanguages", { connect: unknown }>;
  const languageId = (swiss.defaultLanguage.connect as { id: string }).id;
  assert.match(languageId, /^new-/);
  assert.deepEqual(swiss.supportedLanguages, { connect: [{ id: languageId }] });
  // Files are not imported.
  assert.equal("image" in (brand.variables.data as object), false);
  assert.match(update.query, /updateLanguage\(where: \{ id: \$id \}/);
  assert.equal(update.variables.id, languageId);
  assert.match(JSON.stringify(update.variables.data), /^\{"defaultCountry":\{"connect":\{"id":"new-\d+"\}\}\}$/);
  assert.equal(publications.length, 3);
  assert.match(
    publications[1]?.query ?? "",
    /publishManyCountriesConnection\(first: 100, skip: 0, to: \[PUBLISHED\], locales: \[de, /,
  );
  assert.match(publications[2]?.query ?? "", /publishManyBrandsConnection\(first: 100, skip: 0, to: \[PUBLISHED\]\)/);
});

void test("more records than a page are read and published", async () => {
  const target = makeTarget();
  records.facts = Array.from({ length: 205 }, (_, i) => ({ id: `f-${i}`, key: `fact-${i}` }));
  const counts = await importContent(contract, source, target.ask);
  delete records.facts;
  assert.equal(counts.get("Fact"), 205);
  const created = target.mutations().filter(({ query }) => query.includes("createFact"));
  assert.equal(new Set(created.map(({ variables }) => (variables.data as { key: string }).key)).size, 205);
  const published = target.mutations().filter(({ query }) => query.includes("publishManyFactsConnection"));
  assert.deepEqual(
    published.map(({ query }) => /skip: (\d+)/.exec(query)?.[1]),
    ["0", "100", "200"],
  );
});

void test("a project that has records is left alone", async () => {
  const target = makeTarget(1);
  await assert.rejects(importContent(contract, source, target.ask), /has records of Language already/);
  assert.deepEqual(target.mutations(), []);
});

void test("coordinates are copied as a value of Hygraph's own type", async () => {
  const target = makeTarget();
  const coordinates = { latitude: 47.1, longitude: 8.4 };
  records.locations = [{ id: "o-1", name: "Dierikon", coordinates }];
  let asked = "";
  const recording: Ask = (query, variables) => {
    if (query.includes("records: locations(")) asked += query;
    return source(query, variables);
  };
  await importContent(contract, recording, target.ask);
  delete records.locations;
  assert.match(asked, /coordinates \{ latitude longitude \}/);
  const office = target.mutations().find(({ query }) => query.includes("createOffice"));
  assert.deepEqual((office?.variables.data as { coordinates: unknown }).coordinates, coordinates);
});
