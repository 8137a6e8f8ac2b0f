import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Client } from "@hygraph/management-sdk";
import { Contract, scheduleSchema } from "./schema.ts";

const contract = new Contract(readFileSync("upstream/cms/contract.graphql", "utf8"));

function schedule(of = contract) {
  const client = new Client({ endpoint: "", authToken: "" });
  scheduleSchema(client, of);
  return client.dryRun().map(({ operationName, params }) => ({ operationName, params: params as Params }));
}

interface Params {
  apiId: string;
  parentApiId?: string;
  componentApiId?: string;
  componentApiIds?: string[];
  enumerationApiId?: string;
  isRequired?: boolean;
  isLocalized?: boolean;
  isList?: boolean;
  isTitle?: boolean;
  type?: string;
  reverseField?: { modelApiId: string; apiId: string };
}

/** To record it again: `npm run --silent hygraph:setup > adoption/hygraph/testdata/operations.json`. */
void test("the operations are those that are recorded", () => {
  const recorded = readFileSync("adoption/hygraph/testdata/operations.json", "utf8");
  const printed = execFileSync(process.execPath, ["adoption/hygraph/setup.ts"], { encoding: "utf8" });
  assert.equal(printed, recorded, "npm run --silent hygraph:setup > adoption/hygraph/testdata/operations.json");
});

void test("an operation refers only to what exists before it", () => {
  const existing = new Set(["Asset"]);
  const fields = new Set<string>();
  for (const { operationName, params } of schedule()) {
    if (/^create(Model|Component|Enumeration)$/.test(operationName)) {
      assert.ok(!existing.has(params.apiId), params.apiId);
      existing.add(params.apiId);
      continue;
    }
    const { parentApiId, componentApiId, componentApiIds = [], enumerationApiId, reverseField } = params;
    for (const name of [parentApiId, componentApiId, enumerationApiId, reverseField?.modelApiId, ...componentApiIds]) {
      assert.ok(name === undefined || existing.has(name), `${operationName} ${params.apiId}: ${name}`);
    }
    for (const field of [
      `${parentApiId}.${params.apiId}`,
      reverseField && `${reverseField.modelApiId}.${reverseField.apiId}`,
    ]) {
      assert.ok(operationName === "createLocale" || field === undefined || !fields.has(field), field);
      if (field !== undefined) fields.add(field);
    }
  }
});

void test("fields are what the contract requires", () => {
  const fieldOf = (parent: string, name: string) => {
    const found = schedule().find(({ params }) => params.parentApiId === parent && params.apiId === name);
    assert.ok(found, `${parent}.${name}`);
    return { operation: found.operationName, ...found.params };
  };
  const title = fieldOf("Page", "title");
  assert.deepEqual([title.isRequired, title.isLocalized, title.isTitle, title.isList], [true, true, true, false]);
  assert.equal(fieldOf("Site", "domains").isList, true);
  assert.equal(fieldOf("HeaderNavigation", "homeItems").isRequired, true);
  assert.equal(fieldOf("Page", "modules").operation, "createComponentUnionField");
  assert.equal(fieldOf("Page", "modules").componentApiIds?.length, 24);
  assert.equal(fieldOf("Page", "image").reverseField?.modelApiId, "Asset");
  // Texts of localized modules, not their other values.
  assert.equal(fieldOf("HeroModule", "lead").isLocalized, true);
  assert.equal(fieldOf("HeroModule", "layout").isLocalized, false);
  assert.equal(fieldOf("Download", "language").enumerationApiId, "LanguageCode");
  assert.equal(fieldOf("Asset", "isProtected").operation, "createSimpleField");
  const coordinates = fieldOf("Office", "coordinates");
  assert.deepEqual([coordinates.type, coordinates.isRequired], ["LOCATION", false]);
});

void test("every title, model and locale is unique", () => {
  const operations = schedule();
  const titled = operations.filter(({ params }) => params.isTitle).map(({ params }) => params.parentApiId);
  assert.equal(new Set(titled).size, titled.length);
  assert.equal(operations.filter(({ operationName }) => operationName === "createLocale").length, 10);
  assert.equal(contract.pluralOf("Country"), "Countries");
  assert.equal(contract.pluralOf("NewsFeedItem"), "NewsFeedItems");
});

void test("no name is one that Hygraph has reserved", () => {
  // https://hygraph.com/docs/guides/schema/reserved-terms
  const reserved = new Set(
    (
      "int boolean date datetime enum float fragment input interface json mutation node query scalar string " +
      "subscription union color colorinput entity hex id locale location locationinput rgba rgbahue rgbatransparency " +
      "richtext richtextast scheduledoperation scheduledrelease search status user"
    ).split(" "),
  );
  const created = schedule().filter(({ operationName }) => /^create(Model|Component|Enumeration)$/.test(operationName));
  assert.deepEqual(
    created.map(({ params }) => params.apiId).filter((name) => reserved.has(name.toLowerCase())),
    [],
  );
});
