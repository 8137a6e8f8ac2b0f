import type { EditorAreaViewFragment, EditorNodeViewFragment } from "~/graph/generated/graphql";

export type TreeNode = EditorNodeViewFragment;

/** The loaded children of a tree entry. */
export interface Branch {
  nodes: readonly TreeNode[];
  /** The cursor of the next children; undefined until children were loaded from the server. */
  cursor?: string | null;
  status?: "loading" | "failed";
}

/** The loaded part of the tree, and its expanded entries. */
export interface TreeState {
  /** The site and locale of the tree. */
  key: string;
  /** By the id of the parent; the groups have an empty parent id. */
  branches: ReadonlyMap<string, Branch>;
  expanded: ReadonlySet<string>;
}

/** A row of the tree: an entry, or a button that loads more children of an entry. */
export interface TreeRow {
  id: string;
  level: number;
  position: number;
  setSize: number;
  /** Undefined in a row that loads more. */
  node?: TreeNode;
  /** The parent, in a row that loads more. */
  parent?: TreeNode;
  /** The number of children that are not loaded yet. */
  missing?: number;
  status?: Branch["status"];
}

const keyOf = (area: EditorAreaViewFragment) => `${area.site.id} ${area.locale.code}`;

function branchesOf(nodes: readonly TreeNode[]): Map<string, TreeNode[]> {
  const branches = new Map<string, TreeNode[]>();
  for (const node of nodes) {
    const above = node.parentId ?? "";
    const existing = branches.get(above);
    if (existing) existing.push(node);
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

/** Merges the tree of another area: its entries are newer; loaded and expanded entries stay. */
export function mergeTree(state: TreeState, area: EditorAreaViewFragment): TreeState {
  const fresh = treeOf(area);
  if (fresh.key !== state.key) return fresh;
  const branches = new Map(state.branches);
  for (const [id, { nodes }] of fresh.branches) {
    const existing = branches.get(id);
    const isPart = existing && existing.nodes.length > nodes.length;
    branches.set(id, isPart ? { ...existing, nodes: replaceNodes(existing.nodes, nodes) } : { ...existing, nodes });
  }
  return { ...state, branches, expanded: new Set([...state.expanded, ...fresh.expanded]) };
}

function replaceNodes(loadedNodes: readonly TreeNode[], newer: readonly TreeNode[]): TreeNode[] {
  const byId = new Map(newer.map((node) => [node.id, node]));
  return loadedNodes.map((node) => byId.get(node.id) ?? node);
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

/** Adds loaded children to a branch. */
export function addNodes(branch: Branch | undefined, nodes: readonly TreeNode[], cursor: string | null): Branch {
  const loadedNodes = branch?.nodes ?? [];
  const ids = new Set(nodes.map(({ id }) => id));
  return { nodes: [...loadedNodes.filter(({ id }) => !ids.has(id)), ...nodes], cursor };
}

/** The visible rows, in their order. */
export function rowsOf({ branches, expanded }: TreeState): TreeRow[] {
  const rows: TreeRow[] = [];
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
