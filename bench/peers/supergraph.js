/** Writes the supergraph over the PIM alone, whose URL is the argument. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { subgraph, tools } from "../../test/federation/composition.js";

const contract = join(import.meta.dirname, "..", "..", "upstream", "pim", "contract.graphql");
const { errors, supergraphSdl } = tools["@theguild/federation-composition"]([
  subgraph("pim", process.argv[2], readFileSync(contract, "utf8")),
]);
if (errors.length > 0) throw new Error(errors.join("\n"));
process.stdout.write(supergraphSdl);
