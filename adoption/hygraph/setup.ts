/**
 * Creates the models, components, enumerations and locales of a Hygraph project from the contract of the CMS, or
 * imports sample content.
 *
 *   npm run hygraph:setup                         prints the operations
 *   npm run hygraph:setup -- --run                executes them in the project of HYGRAPH_ENDPOINT with HYGRAPH_TOKEN
 *   npm run hygraph:setup -- --content [--run]    the same for content of the CMS of STRAND_CMS_URL
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Client } from "@hygraph/management-sdk";
import { type Ask, importContent } from "./content.ts";
import { Contract, scheduleSchema } from "./schema.ts";

const { values } = parseArgs({
  options: { run: { type: "boolean", default: false }, content: { type: "boolean", default: false } },
});
const { HYGRAPH_ENDPOINT: endpoint = "", HYGRAPH_TOKEN: authToken = "" } = process.env;
const { STRAND_CMS_URL: sourceUrl = "", STRAND_CMS_TOKEN: sourceToken = "" } = process.env;

const print = (value: unknown) => void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);

/** The content API of a URL. */
function contentApi(url: string, token: string): Ask {
  return async (query, variables) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
    const { data, errors } = JSON.parse(text) as { data?: Record<string, unknown>; errors?: { message: string }[] };
    if (!data || errors) throw new Error(`${url}: ${errors?.map(({ message }) => message).join("; ")}\n${query}`);
    return data;
  };
}

/** Prints operations instead of executing them; new records have made-up ids. */
function printer(): Ask {
  let count = 0;
  return (query, variables) => {
    if (!query.startsWith("query")) print({ query, variables });
    return Promise.resolve({ records: { aggregate: { count: 0 } }, created: { id: `new-${++count}` } });
  };
}

async function main(): Promise<void> {
  if (values.run && (endpoint === "" || authToken === "")) {
    throw new Error("HYGRAPH_ENDPOINT and HYGRAPH_TOKEN are needed to execute the operations.");
  }
  const contract = new Contract(readFileSync("upstream/cms/contract.graphql", "utf8"));
  if (values.content) {
    if (sourceUrl === "") throw new Error("STRAND_CMS_URL is needed: strand-demo upstreams prints that of the sample.");
    const target = values.run ? contentApi(endpoint, authToken) : printer();
    const counts = await importContent(contract, contentApi(sourceUrl, sourceToken), target);
    for (const [model, count] of counts) process.stderr.write(`${model}: ${count} records\n`);
    return;
  }
  const client = new Client({ endpoint, authToken });
  scheduleSchema(client, contract);
  if (!values.run) {
    print(client.dryRun());
    return;
  }
  const { status, errors } = await client.run(true);
  if (errors) throw new Error(errors);
  process.stderr.write(`${client.dryRun().length} operations: ${status}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
