import { useApolloClient } from "@apollo/client/react";
import { useState } from "react";
import { EditorChildrenDocument, type EditorAreaViewFragment } from "~/graph/generated/graphql";
import { addNodes, type Branch, mergeTree, type TreeState, treeOf } from "./branches";
import { useFreshBranches } from "./treeVersion";

/** The tree of the previewed site. Entries are loaded when the one above them is expanded. */
export function useTree(area: EditorAreaViewFragment) {
  const client = useApolloClient();
  const [shownArea, setShownArea] = useState(area);
  const [tree, setTree] = useState(() => treeOf(area));
  if (shownArea !== area) {
    setShownArea(area);
    setTree(mergeTree(tree, area));
  }

  useFreshBranches(area, tree, setTree);

  const setBranch = (id: string, change: (branch: Branch | undefined) => Branch) =>
    setTree((state) => ({ ...state, branches: new Map(state.branches).set(id, change(state.branches.get(id))) }));

  const fetchNodes = async (parent: string, after: string | null | undefined) => {
    const { data } = await client.query({
      query: EditorChildrenDocument,
      variables: { site: area.site.id, locale: area.locale.code, parent, ...(after && { after }) },
      fetchPolicy: "no-cache",
    });
    if (!data) throw new Error("The entries of the tree are missing in the answer.");
    const { edges, pageInfo } = data.editorNodes;
    return { nodes: edges.map(({ node }) => node), cursor: pageInfo.endCursor ?? null };
  };

  /** Loads the entries below one, or those that follow the loaded ones. */
  const load = async (parent: string) => {
    const branch = tree.branches.get(parent);
    if (branch?.status === "loading") return;
    setBranch(parent, (known) => ({ nodes: [], ...known, status: "loading" }));
    try {
      let part = await fetchNodes(parent, branch?.cursor);
      let nodes = part.nodes;
      // The first entries came with the area, without a cursor.
      if (branch && branch.cursor === undefined && branch.nodes.length >= nodes.length && part.cursor) {
        part = await fetchNodes(parent, part.cursor);
        nodes = [...nodes, ...part.nodes];
      }
      setBranch(parent, (known) => addNodes(known, nodes, part.cursor));
    } catch (error) {
      console.warn("Entries of the tree cannot be loaded.", error);
      setBranch(parent, (known) => ({ nodes: [], ...known, status: "failed" }));
    }
  };

  const setExpanded = (id: string, isExpanded: boolean) => {
    setTree((state: TreeState) => {
      const expanded = new Set(state.expanded);
      if (isExpanded) expanded.add(id);
      else expanded.delete(id);
      return { ...state, expanded };
    });
    if (isExpanded && !tree.branches.get(id)?.nodes.length) void load(id);
  };
  return { tree, load, setExpanded };
}
