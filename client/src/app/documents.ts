import type { DocumentNode } from "graphql";
import { ContentScreenDocument } from "~/graph/generated/graphql";

/** The operation of each screen by its name: what the server sends along is filled into the cache by it. */
export const documents: Readonly<Record<string, DocumentNode>> = { ContentScreen: ContentScreenDocument };
