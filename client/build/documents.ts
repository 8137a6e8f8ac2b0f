import { type DocumentNode, Kind } from "graphql";
import type { Plugin } from "vite";

const generated = /\/graph\/generated\/graphql\.ts$/;
const declaration = /^export const (\w+(?:Document|FragmentDoc)) = (\{.*\}) as unknown as DocumentNode<.*>;$/gm;
const prefix = "virtual:document/";

/**
 * The document of a screen's operation without what it selects: its links send neither its text nor its hash, and its
 * data is not normalized. With their fragments, these documents would be larger than Apollo Client.
 */
export function withoutSelections(document: string): string {
  const { kind, definitions } = JSON.parse(document) as DocumentNode;
  const [operation, ...others] = definitions.filter((d) => d.kind === Kind.OPERATION_DEFINITION);
  if (!operation || others.length > 0) throw new Error("one operation is needed");
  const name = { kind: Kind.NAME, value: "__typename" } as const;
  const selectionSet = { kind: Kind.SELECTION_SET, selections: [{ kind: Kind.FIELD, name }] } as const;
  const selections = operation.selectionSet.selections.map((field) => ({ ...field, selectionSet }));
  const root = { ...operation.selectionSet, selections };
  return JSON.stringify({ kind, definitions: [{ ...operation, selectionSet: root }] });
}

/**
 * Makes a module of each operation's document, so that the document is in the chunk that uses it. The generated file
 * contains all documents, which would be half of the code that a page has to parse.
 */
export function documents(): Plugin {
  const found = new Map<string, string>();
  return {
    name: "documents",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: generated },
      handler(code) {
        const rest = code.replace(declaration, (_, name: string, literal: string) => {
          found.set(name, name.endsWith("ScreenDocument") ? withoutSelections(literal) : literal);
          return `export { ${name} } from "${prefix}${name}";`;
        });
        if (found.size === 0 || /^export const \w+(?:Document|FragmentDoc)/m.test(rest)) {
          this.error("the generated documents have another form than expected");
        }
        return { code: rest, map: null, moduleSideEffects: false };
      },
    },
    resolveId: {
      filter: { id: new RegExp(`^${prefix}`) },
      handler: (id) => ({ id: `\0${id}`, moduleSideEffects: false }),
    },
    load: {
      filter: { id: new RegExp(`^\0${prefix}`) },
      handler(id) {
        const name = id.slice(prefix.length + 1);
        return { code: `export const ${name} = ${found.get(name)};`, map: null, moduleSideEffects: false };
      },
    },
  };
}
