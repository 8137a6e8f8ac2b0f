/**
 * Creates the models, components, enumerations and locales of a Hygraph project from the contract of the CMS.
 *
 *   npm run hygraph:setup             prints the operations
 *   npm run hygraph:setup -- --run    executes them in the project of HYGRAPH_ENDPOINT with HYGRAPH_TOKEN
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Client } from "@hygraph/management-sdk";
import { Contract, scheduleSchema } from "./schema.ts";

const { values } = parseArgs({ options: { run: { type: "boolean", default: false } } });
const { HYGRAPH_ENDPOINT: endpoint = "", HYGRAPH_TOKEN: authToken = "" } = process.env;
const client = new Client({ endpoint, authToken });
scheduleSchema(client, new Contract(readFileSync("upstream/cms/contract.graphql", "utf8")));
const operations = client.dryRun();
if (!values.run) {
  process.stdout.write(`${JSON.stringify(operations, null, 2)}\n`);
} else if (endpoint === "" || authToken === "") {
  process.stderr.write("HYGRAPH_ENDPOINT and HYGRAPH_TOKEN are needed to execute the operations.\n");
  process.exitCode = 2;
} else {
  const { status, errors } = await client.run(true);
  process.stdout.write(`${operations.length} operations: ${status}\n`);
  if (errors) {
    process.stderr.write(`${errors}\n`);
    process.exitCode = 1;
  }
}
