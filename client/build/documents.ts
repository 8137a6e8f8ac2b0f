import type { Plugin } from "vite";

const generated = /\/graph\/generated\/graphql\.ts$/;
const declaration = /^export const (\w+(?:Document|FragmentDoc)) = (\{.*\}) as unknown as DocumentNode<.*>;$/gm;
const prefix = "virtual:document/";

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
          found.set(name, literal);
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
