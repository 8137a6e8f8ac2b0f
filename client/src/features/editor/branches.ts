import type { EditorAreaViewFragment, EditorNodeViewFragment } from "~/graph/generated/graphql";

export type TreeNode = EditorNodeViewFragment;

/** The loaded entries below an entry of the tree. */
export interface Branch {
  nodes: readonly TreeNode[];
  /** Where the entries that follow begin; missing until they were loaded from the server. */
  cursor?: string | null;
  status?: "loading" | "failed";
}

/** The part of the tree that is loaded, and what is expanded of it. */
export interface TreeState {
  /** The site and locale of the tree. */
  key: string;
  /** By the id of the entry above; that of the groups is empty. */
  branches: ReadonlyMap<string, Branch>;
  expanded: ReadonlySet<string>;
}

/** A line of the tree: an entry, or the offer to load more of those below one. */
export interface Row {
  id: string;
  level: number;
  position: number;
  setSize: number;
  /** Missing on a line that loads more. */
  node?: TreeNode;
  /** The entry above, on a line that loads more. */
  parent?: TreeNode;
  /** How many entries are still to be loaded. */
  missing?: number;
  status?: Branch["status"];
}

const keyOf = (area: EditorAreaViewFragment) => `${area.site.id} ${area.locale.code}`;

function branchesOf(nodes: readonly TreeNode[]): Map<string, TreeNode[]> {
  const branches = new Map<string, TreeNode[]>();
  for (const node of nodes) {
    const above = node.parentId ?? "";
    const known = branches.get(above);
    if (known) known.push(node);
    else branches.set(above, [node]);
  }
  return branches;
}

/** The tree as the server sends it with the area. */
export function treeOf(area: EditorAreaViewFragment): TreeState {
  const branches = new Map<string, Branch>();
  for (const [id, nodes] of branchesOf(area.tree)) branches.set(id, { nodes });
  return { key: keyOf(area), branches, expanded: new Set([...branches.keys()].filter(Boolean)) };
}

/** Adds what another area brought: its entries are newer, and what was loaded and expanded stays. */
export function mergeTree(state: TreeState, area: EditorAreaViewFragment): TreeState {
  const fresh = treeOf(area);
  if (fresh.key !== state.key) return fresh;
  const branches = new Map(state.branches);
  for (const [id, { nodes }] of fresh.branches) {
    const known = branches.get(id);
    const isPart = known && known.nodes.length > nodes.length;
    branches.set(id, isPart ? { ...known, nodes: updated(known.nodes, nodes) } : { ...known, nodes });
  }
  return { ...state, branches, expanded: new Set([...state.expanded, ...fresh.expanded]) };
}

function updated(known: readonly TreeNode[], newer: readonly TreeNode[]): TreeNode[] {
  const byId = new Map(newer.map((node) => [node.id, node]));
  return known.map((node) => byId.get(node.id) ?? node);
}

/** Expands or collapses entries. */
export function withExpanded(state: TreeState, ids: readonly string[], isExpanded: boolean): TreeState {
  const expanded = new Set(state.expanded);
  for (const id of ids) {
    if (isExpanded) expanded.add(id);
    else expanded.delete(id);
  }
  return { ...state, expanded };
}

/** Adds entries that were loaded below one. */
export function addNodes(branch: Branch | undefined, nodes: readonly TreeNode[], cursor: string | null): Branch {
  const known = branch?.nodes ?? [];
  const ids = new Set(nodes.map(({ id }) => id));
  return { nodes: [...known.filter(({ id }) => !ids.has(id)), ...nodes], cursor };
}

/** The lines that are seen, in their order. */
export function rowsOf({ branches, expanded }: TreeState): Row[] {
  const rows: Row[] = [];
  const add = (above: TreeNode | undefined, level: number) => {
    const branch = branches.get(above?.id ?? "");
    const nodes = branch?.nodes ?? [];
    const setSize = above ? above.childCount : nodes.length;
    nodes.forEach((node, index) => {
      rows.push({ id: node.id, level, position: index + 1, setSize, node });
      if (expanded.has(node.id)) add(node, level + 1);
    });
    if (above && nodes.length < above.childCount) {
      rows.push({
        id: `${above.id} more`,
        level,
        position: nodes.length + 1,
        setSize,
        parent: above,
        missing: above.childCount - nodes.length,
        ...(branch?.status && { status: branch.status }),
      });
    }
  };
  add(undefined, 1);
  return rows;
}
