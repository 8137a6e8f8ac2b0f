import type { ApolloClient } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { createContext, type Dispatch, type SetStateAction, use, useEffect, useRef } from "react";
import { EditorChildrenDocument, type EditorAreaViewFragment } from "~/graph/generated/graphql";
import { upToDate } from "~/graph/upToDate";
import type { Branch, TreeNode, TreeState } from "./treeState";

/** Increases when tree entries may have other marks: the content has changed, or a content report has finished. */
export const TreeVersion = createContext(0);

/**
 * The maximum number of loaded children per entry that are reloaded; the others keep their marks until they are loaded
 * again.
 */
const maxReloadedChildren = 1000;

/** Reloads the loaded children of expanded entries with each version. */
export function useReloadedBranches(
  area: EditorAreaViewFragment,
  tree: TreeState,
  setTree: Dispatch<SetStateAction<TreeState>>,
): void {
  const client = useApolloClient();
  const version = use(TreeVersion);
  const latest = useRef({ area, tree });
  useEffect(() => {
    latest.current = { area, tree };
  });
  useEffect(() => {
    if (version === 0) return;
    let isCurrent = true;
    const { area, tree } = latest.current;
    const refresh = async () => {
      for (const [parent, branch] of tree.branches) {
        // Branches without a cursor come with the area.
        if (branch.cursor === undefined || !tree.expanded.includes(parent)) continue;
        const nodes = await readNodes(client, area, parent, branch, () => isCurrent);
        if (!isCurrent) return;
        setTree((state) => withNodes(state, parent, nodes));
      }
    };
    refresh().catch((error: unknown) => console.warn("Entries of the tree cannot be reloaded.", error));
    return () => void (isCurrent = false);
  }, [client, version, setTree]);
}

/** Replaces loaded children by newer ones. */
function withNodes(state: TreeState, parent: string, nodes: readonly TreeNode[]): TreeState {
  const branch = state.branches.get(parent);
  if (!branch) return state;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const updated = branch.nodes.map((node) => byId.get(node.id) ?? node);
  return { ...state, branches: new Map(state.branches).set(parent, { ...branch, nodes: updated }) };
}

async function readNodes(
  client: ApolloClient,
  area: EditorAreaViewFragment,
  parent: string,
  { nodes }: Branch,
  isCurrent: () => boolean,
): Promise<readonly TreeNode[]> {
  const found: TreeNode[] = [];
  const minCount = Math.min(nodes.length, maxReloadedChildren);
  let after: string | null | undefined;
  do {
    const { data } = await client.query({
      query: EditorChildrenDocument,
      variables: { site: area.site.id, locale: area.locale.code, parent, ...(after && { after }) },
      ...upToDate,
    });
    if (!data) throw new Error("The entries of the tree are missing in the answer.");
    const { edges, pageInfo } = data.editorNodes;
    found.push(...edges.map(({ node }) => node));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after && found.length < minCount && isCurrent());
  return found;
}
