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
  expanded: readonly string[];
}

/** An entry as the tree shows it: a node, or a row that loads more children of a node. */
export interface TreeEntry {
  /** Undefined in a row that loads more, and for the root above the groups. */
  node?: TreeNode;
  /** The parent, undefined for a group. */
  parent?: TreeNode | undefined;
  children: readonly string[];
  /** The number of children that are not loaded yet, in a row that loads more. */
  missing?: number;
  status?: Branch["status"];
}

/** The id of the root, whose children are the groups. */
export const rootId = "";

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
  return { key: keyOf(area), branches, expanded: [...branches.keys()].filter(Boolean) };
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
  return { ...state, branches, expanded: [...new Set([...state.expanded, ...fresh.expanded])] };
}

function replaceNodes(loadedNodes: readonly TreeNode[], newer: readonly TreeNode[]): TreeNode[] {
  const byId = new Map(newer.map((node) => [node.id, node]));
  return loadedNodes.map((node) => byId.get(node.id) ?? node);
}

/** Adds loaded children to a branch. */
export function addNodes(branch: Branch | undefined, nodes: readonly TreeNode[], cursor: string | null): Branch {
  const loadedNodes = branch?.nodes ?? [];
  const ids = new Set(nodes.map(({ id }) => id));
  return { nodes: [...loadedNodes.filter(({ id }) => !ids.has(id)), ...nodes], cursor };
}

/** The loaded entries by id, with rows that load more. */
export function entriesOf({ branches }: TreeState): ReadonlyMap<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>();
  const add = (id: string, node?: TreeNode, parent?: TreeNode) => {
    const { nodes = [], status } = branches.get(id) ?? {};
    const children = nodes.map((child) => child.id);
    const missing = node ? node.childCount - nodes.length : 0;
    if (missing > 0) {
      const more = `${id} more`;
      children.push(more);
      entries.set(more, { parent: node, children: [], missing, status });
    }
    entries.set(id, { node, parent, children });
    for (const child of nodes) add(child.id, child, node);
  };
  add(rootId);
  return entries;
}

/** Whether all entries above one are expanded. */
export function isVisible(state: TreeState, entries: ReadonlyMap<string, TreeEntry>, id: string): boolean {
  for (let entry = entries.get(id); entry; entry = entries.get(entry.parent.id)) {
    if (!entry.parent) return true;
    if (!state.expanded.includes(entry.parent.id)) return false;
  }
  return false;
}
