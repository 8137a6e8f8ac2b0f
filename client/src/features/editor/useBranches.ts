import { useApolloClient } from "@apollo/client/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { EditorChildrenDocument, type EditorAreaViewFragment } from "~/graph/generated/graphql";
import { upToDate } from "~/graph/upToDate";
import { addNodes, type Branch, mergeTree, treeOf } from "./treeState";
import { useReloadedBranches } from "./treeVersion";

/** The number of parallel requests when several entries are expanded: a site may have hundreds of siblings. */
const maxParallelLoads = 4;

/** The tree of the previewed site. Children are loaded when their parent is expanded. */
export function useBranches(area: EditorAreaViewFragment) {
  const client = useApolloClient();
  const [shownArea, setShownArea] = useState(area);
  const [tree, setTree] = useState(() => treeOf(area));
  if (shownArea !== area) {
    setShownArea(area);
    setTree(mergeTree(tree, area));
  }

  useReloadedBranches(area, tree, setTree);

  const latest = useRef(tree);
  useEffect(() => {
    latest.current = tree;
  }, [tree]);

  const { id: site } = area.site;
  const { code: locale } = area.locale;
  /** Loads the children of an entry, or those after the loaded ones. Returns the id of the first one, if any. */
  const load = useCallback(
    async (parent: string) => {
      const setBranch = (change: (branch: Branch | undefined) => Branch) =>
        setTree((state) => ({
          ...state,
          branches: new Map(state.branches).set(parent, change(state.branches.get(parent))),
        }));
      const fetchNodes = async (after: string | null | undefined) => {
        const { data } = await client.query({
          query: EditorChildrenDocument,
          variables: { site, locale, parent, ...(after && { after }) },
          ...upToDate,
        });
        if (!data) throw new Error("The entries of the tree are missing in the answer.");
        const { edges, pageInfo } = data.editorNodes;
        return { nodes: edges.map(({ node }) => node), cursor: pageInfo.endCursor ?? null };
      };
      const branch = latest.current.branches.get(parent);
      if (branch?.status === "loading") return undefined;
      setBranch((previous) => ({ nodes: [], ...previous, status: "loading" }));
      try {
        let part = await fetchNodes(branch?.cursor);
        let nodes = part.nodes;
        // The first children came with the area, without a cursor.
        if (branch && branch.cursor === undefined && branch.nodes.length >= nodes.length && part.cursor) {
          part = await fetchNodes(part.cursor);
          nodes = [...nodes, ...part.nodes];
        }
        setBranch((previous) => addNodes(previous, nodes, part.cursor));
        const known = new Set(branch?.nodes.map(({ id }) => id));
        return nodes.find(({ id }) => !known.has(id))?.id;
      } catch (error) {
        console.warn("Entries of the tree cannot be loaded.", error);
        setBranch((previous) => ({ nodes: [], ...previous, status: "failed" }));
        return undefined;
      }
    },
    [client, site, locale],
  );

  /** Sets the expanded entries, and loads their missing children. */
  const setExpanded = useCallback(
    (ids: readonly string[]) => {
      const { expanded, branches } = latest.current;
      latest.current = { ...latest.current, expanded: ids };
      setTree((state) => ({ ...state, expanded: ids }));
      const missing = ids.filter((id) => !expanded.includes(id) && !branches.get(id)?.nodes.length);
      const loadNext = async (): Promise<void> => {
        const id = missing.shift();
        if (id === undefined) return;
        await load(id);
        return loadNext();
      };
      for (let i = 0; i < maxParallelLoads; i++) void loadNext();
    },
    [load],
  );
  return { tree, load, setExpanded };
}
