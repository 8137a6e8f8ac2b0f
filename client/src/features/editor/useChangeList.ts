import { useApolloClient } from "@apollo/client/react";
import { useCallback, useEffect, useState } from "react";
import { EditorChangesDocument, type EditorChangesQuery } from "~/graph/generated/graphql";
import { upToDate } from "~/graph/upToDate";

type ChangesPage = EditorChangesQuery["editorChanges"];
export type EditorChange = ChangesPage["edges"][number]["node"];

interface LoadedChanges {
  changes: readonly EditorChange[];
  /** The cursor before the oldest known change; null at the end. */
  cursor: string | null;
}

const toLoadedChanges = ({ edges, pageInfo }: ChangesPage): LoadedChanges => ({
  changes: edges.map(({ node }) => node),
  cursor: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
});

/** Inserts the newest changes before the known ones. If changes between them are missing, returns only the newest. */
function prependNewest(known: LoadedChanges | undefined, newest: LoadedChanges): LoadedChanges {
  const ids = new Set(newest.changes.map(({ id }) => id));
  if (!known?.changes.some(({ id }) => ids.has(id))) return newest;
  return { ...known, changes: [...newest.changes, ...known.changes.filter(({ id }) => !ids.has(id))] };
}

/** The latest changes, newest first. The newest are loaded again when `changeCount` increases. */
export function useChangeList(changeCount: number) {
  const client = useApolloClient();
  const [loaded, setLoaded] = useState<LoadedChanges>();
  const [hasFailed, setFailed] = useState(false);

  const read = useCallback(
    (after: string | null, add: (known: LoadedChanges | undefined, part: LoadedChanges) => LoadedChanges) =>
      client.query({ query: EditorChangesDocument, variables: { after }, ...upToDate }).then(
        ({ data, error }) => {
          if (data) setLoaded((before) => add(before, toLoadedChanges(data.editorChanges)));
          else console.warn("Changes cannot be loaded.", error);
          setFailed(!data);
        },
        (error: unknown) => {
          console.warn("Changes cannot be loaded.", error);
          setFailed(true);
        },
      ),
    [client],
  );
  const loadNewest = useCallback(() => read(null, prependNewest), [read]);
  const loadMore = useCallback(
    (cursor: string) =>
      read(cursor, (before, part) => {
        const ids = new Set(before?.changes.map(({ id }) => id));
        const older = part.changes.filter(({ id }) => !ids.has(id));
        return { changes: [...(before?.changes ?? []), ...older], cursor: part.cursor };
      }),
    [read],
  );
  useEffect(() => void loadNewest(), [loadNewest, changeCount]);
  return { changes: loaded?.changes, cursor: loaded?.cursor ?? null, hasFailed, loadNewest, loadMore };
}
