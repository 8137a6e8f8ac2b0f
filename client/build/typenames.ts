import type { Types } from "@graphql-codegen/plugin-helpers";
import { type ASTNode, type FragmentDefinitionNode, Kind, type OperationDefinitionNode, visit } from "graphql";

type Definition = OperationDefinitionNode | FragmentDefinitionNode;

/** The operations of screens: their data is passed to components as it is, without Apollo's cache. */
const isScreen = (definition: Definition) => definition.name?.value.endsWith("Screen") ?? false;

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

/**
 * Selects `__typename` everywhere in the operations that go through Apollo's normalized cache, and in the fragments that they
 * spread. In the data of screens, which is embedded in every document, `__typename` is there where a component reads it: a
 * fifth of the data was `__typename` before.
 */
export const typenames: Types.DocumentTransformObject = {
  transform({ documents }) {
    const definitions = documents.flatMap(({ document }) => document?.definitions.filter(isDefinition) ?? []);
    const fragments = new Map(
      definitions.flatMap((d) => (d.kind === Kind.FRAGMENT_DEFINITION ? [[d.name.value, d] as const] : [])),
    );
    const normalized = new Set<Definition>();
    const add = (definition: Definition | undefined) => {
      if (!definition || normalized.has(definition)) return;
      normalized.add(definition);
      for (const name of spreadsOf(definition)) add(fragments.get(name));
    };
    for (const definition of definitions)
      if (definition.kind === Kind.OPERATION_DEFINITION && !isScreen(definition)) add(definition);

    return documents.map((file) => ({
      ...file,
      ...(file.document && {
        document: {
          ...file.document,
          definitions: file.document.definitions.map((d) =>
            isDefinition(d) && normalized.has(d) ? withTypenames(d) : d,
          ),
        },
      }),
    }));
  },
};
