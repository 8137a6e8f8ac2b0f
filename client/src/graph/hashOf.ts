import type { DocumentNode } from "graphql";

/** The SHA-256 hash of a document's text, the id of a persisted operation on the server. */
export function hashOf(document: DocumentNode): string {
  const hash = (document as { __meta__?: { hash?: string } }).__meta__?.hash;
  if (!hash) throw new Error("Only persisted operations can be sent.");
  return hash.replace(/^sha256:/, "");
}
