import type { DocumentNode } from "graphql";

/** Gives a document the hash that the build writes into generated documents. */
export function persisted<Document extends DocumentNode>(document: Document, hash: string): Document {
  return Object.assign(document, { __meta__: { hash: `sha256:${hash}` } });
}
