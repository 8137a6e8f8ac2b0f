import type { Types } from "@graphql-codegen/plugin-helpers";
import {
  type ASTNode,
  type DefinitionNode,
  type FragmentDefinitionNode,
  Kind,
  type NameNode,
  type OperationDefinitionNode,
  visit,
} from "graphql";

type Definition = OperationDefinitionNode | FragmentDefinitionNode;

/**
 * Whether a definition is the operation of a screen, of its site or of a data sheet: its data is passed to components
 * directly, without Apollo's cache.
 */
const isScreen = (definition: Definition) => /^(?:Site|DataSheet)$|Screen$/.test(definition.name?.value ?? "");

const isDefinition = (node: ASTNode): node is Definition =>
  node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.FRAGMENT_DEFINITION;

/** The names of the fragments that a definition spreads. */
function spreadsOf(definition: Definition): string[] {
  const names: string[] = [];
  visit(definition, { FragmentSpread: ({ name }) => void names.push(name.value) });
  return names;
}

/** Adds `__typename` to every selection set, except the root of a subscription, which has a single field. */
function withTypenames<Node extends Definition>(definition: Node): Node {
  return visit(definition, {
    SelectionSet(node, _, parent) {
      const isRoot = parent === definition && definition.kind === Kind.OPERATION_DEFINITION;
      const isSelected = node.selections.some((s) => s.kind === Kind.FIELD && s.name.value === "__typename");
      if (isSelected || isRoot) return undefined;
      const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: "__typename" } } as const;
      return { ...node, selections: [typename, ...node.selections] };
    },
  });
}

/** Renames fragments, in their definitions and in their spreads. */
function withNames<Node extends Definition>(definition: Node, names: ReadonlyMap<string, string>): Node {
  const renamed = <Named extends { name: NameNode }>(node: Named): Named | undefined => {
    const value = names.get(node.name.value);
    return value === undefined ? undefined : { ...node, name: { ...node.name, value } };
  };
  return visit(definition, { FragmentSpread: renamed, FragmentDefinition: { leave: renamed } });
}

/**
 * Selects `__typename` everywhere in the operations that go through Apollo's normalized cache, and in the fragments
 * that they spread. Screen data, which is embedded in every document, has `__typename` only where a component reads it:
 * otherwise it would be a fifth of that data. A fragment that both kinds use gets a second form for the cache, such as
 * `LocationNormalized`.
 */
export const typenames: Types.DocumentTransformObject = {
  transform({ documents }) {
    const definitions = documents.flatMap(({ document }) => document?.definitions.filter(isDefinition) ?? []);
    const fragments = new Map(
      definitions.flatMap((d) => (d.kind === Kind.FRAGMENT_DEFINITION ? [[d.name.value, d] as const] : [])),
    );
    /** The operations of one kind, with all fragments that they spread. */
    const reached = (isOfSort: (definition: Definition) => boolean) => {
      const found = new Set<Definition>();
      const add = (definition: Definition | undefined) => {
        if (!definition || found.has(definition)) return;
        found.add(definition);
        for (const name of spreadsOf(definition)) add(fragments.get(name));
      };
      for (const d of definitions) if (d.kind === Kind.OPERATION_DEFINITION && isOfSort(d)) add(d);
      return found;
    };
    const ofScreens = reached(isScreen);
    const normalized = reached((d) => !isScreen(d));
    const names = new Map(
      [...fragments].flatMap(([name, d]) =>
        ofScreens.has(d) && normalized.has(d) ? [[name, `${name}Normalized`] as const] : [],
      ),
    );
    const forms = (d: Definition) => {
      if (!normalized.has(d)) return [d];
      const form = withTypenames(withNames(d, names));
      return ofScreens.has(d) ? [d, form] : [form];
    };

    return documents.map((file) => ({
      ...file,
      ...(file.document && {
        document: {
          ...file.document,
          definitions: file.document.definitions.flatMap<DefinitionNode>((d) => (isDefinition(d) ? forms(d) : [d])),
        },
      }),
    }));
  },
};
