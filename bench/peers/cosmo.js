/** Writes the execution config of Cosmo's router over the PIM alone, whose URL is the argument. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { federateSubgraphs } from "@wundergraph/composition";
import { buildRouterConfig, SubgraphKind } from "@wundergraph/cosmo-shared";
import { parse, printSchema } from "graphql";

const [url] = process.argv.slice(2);
const sdl = readFileSync(join(import.meta.dirname, "..", "..", "upstream", "pim", "contract.graphql"), "utf8");
const composed = federateSubgraphs({ subgraphs: [{ name: "pim", url, definitions: parse(sdl) }], version: "1" });
if (!composed.success) throw new Error(composed.errors.map(({ message }) => message).join("\n"));
const { schema, configurationDataByTypeName } = composed.subgraphConfigBySubgraphName.get("pim");
const config = buildRouterConfig({
  federatedClientSDL: "",
  federatedSDL: printSchema(composed.federatedGraphSchema),
  fieldConfigurations: composed.fieldConfigurations,
  routerCompatibilityVersion: "1",
  schemaVersionId: "static",
  subgraphs: [
    {
      kind: SubgraphKind.Standard,
      id: "0",
      name: "pim",
      url,
      sdl,
      subscriptionUrl: url,
      schema,
      configurationDataByTypeName,
    },
  ],
});
process.stdout.write(config.toJsonString());
