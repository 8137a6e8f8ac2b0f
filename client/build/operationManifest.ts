import { readFileSync, writeFileSync } from "node:fs";
import { Kind, parse } from "graphql";

/** The manifest of persisted operations in Apollo's format, which routers read. */
export interface OperationManifest {
  format: "apollo-persisted-query-manifest";
  version: 1;
  operations: { id: string; name: string; type: string; body: string }[];
}

/** The manifest of documents by id, `sha256:<hash of the text>`. Its ids are the plain hashes, as clients send them. */
export function operationManifest(documents: Record<string, string>): OperationManifest {
  const operations = Object.entries(documents).map(([id, body]) => {
    const [operation, ...others] = parse(body).definitions.filter((d) => d.kind === Kind.OPERATION_DEFINITION);
    if (!operation?.name || others.length > 0) throw new Error(`${id}: one named operation is needed`);
    return { id: id.replace(/^sha256:/, ""), name: operation.name.value, type: operation.operation, body };
  });
  // A fixed order, so that manifests of two builds can be compared.
  operations.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { format: "apollo-persisted-query-manifest", version: 1, operations };
}

/** Run by the Makefile with the file of the documents and the file to write. */
const [, program, documents, manifest] = process.argv;
if (program?.endsWith("operationManifest.ts") && documents && manifest) {
  const texts = JSON.parse(readFileSync(documents, "utf8")) as Record<string, string>;
  writeFileSync(manifest, `${JSON.stringify(operationManifest(texts), null, 2)}\n`);
}
