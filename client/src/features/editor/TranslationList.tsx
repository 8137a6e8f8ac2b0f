import type { ApolloClient } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import {
  type EditorAreaViewFragment,
  EditorPageTranslationsDocument,
  type EditorPageTranslationsQuery,
  type TranslationState,
} from "~/graph/generated/graphql";
import { upToDate } from "~/graph/upToDate";
import { Button } from "~/ui/button/Button";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { Checkbox } from "~/ui/input/Choice";
import { Select } from "~/ui/input/Select";
import { Unavailable } from "~/ui/notice/Unavailable";
import { Spinner } from "~/ui/spinner/Spinner";
import { withChanges } from "./areaUrl";
import { ResetDialog } from "./ResetDialog";
import styles from "./TranslationPanel.module.css";
import { TranslationStateLabel } from "./TranslationStateLabel";
import { useTranslationTexts } from "./translationTexts";
import {
  pollInterval,
  type TranslationAction,
  type TranslationActionResult,
  useTranslationAction,
} from "./useTranslationAction";

type Entry = EditorPageTranslationsQuery["pageTranslations"]["edges"][number];

interface LoadedPages {
  /** The state filter that the pages were loaded with. */
  state: TranslationState | undefined;
  entries: readonly Entry[];
  totalCount: number;
}

export interface TranslationListProps {
  area: EditorAreaViewFragment;
  /** The list is loaded again when this number changes. */
  version: number;
  onActed: () => void;
}

const states: readonly TranslationState[] = ["MARKED_FOR_TRANSLATION", "IN_PROGRESS", "TRANSLATED"];

/** The number of pages shown first, and added on each "show more". */
const pageSize = 20;
/** The maximum page size of the server. */
const maxPageSize = 100;

/** The translated pages of the site by state. The selected pages can be started or reset together. */
export function TranslationList({ area, version, onActed }: TranslationListProps) {
  const { formatList, formatMessage } = useIntl();
  const heading = useId();
  const texts = useTranslationTexts();
  const { search } = useLocation();
  const [state, setState] = useState<TranslationState>();
  const [shownCount, setShownCount] = useState(pageSize);
  const { found, hasFailed, reload } = useTranslations(area.site.id, state, shownCount, version);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const { act, running } = useTranslationAction();
  const [lastResults, setLastResults] = useState<readonly (TranslationActionResult & { title: string })[]>([]);
  /** The pages to reset, after confirmation. */
  const [pendingReset, setPendingReset] = useState<readonly Entry[]>();
  const status = useRef<HTMLDivElement>(null);
  // The clicked buttons no longer exist: moves the focus to the result.
  useEffect(() => {
    if (lastResults.length > 0) status.current?.focus();
  }, [lastResults]);

  const entries = found?.entries ?? [];
  const selected = entries.filter(({ node }) => selectedIds.has(node.id));
  const select = (ids: readonly string[], isSelected: boolean) => {
    const next = new Set(selectedIds);
    for (const id of ids) {
      if (isSelected) next.add(id);
      else next.delete(id);
    }
    setSelectedIds(next);
  };
  const run = async (action: TranslationAction, affected: readonly Entry[]) => {
    setLastResults([]);
    const results = await act(
      action,
      action,
      affected.map(({ node }) => node.id),
    );
    const titles = new Map(affected.map(({ node }) => [node.id, node.title]));
    setLastResults(results.map((result) => ({ ...result, title: titles.get(result.pageId) ?? result.pageId })));
    setSelectedIds(new Set());
    onActed();
  };
  const actions = (["START", "RESET"] as const).map((action) => ({
    action,
    affected: selected.filter(({ node }) => (action === "START" ? node.canStart : node.canReset)),
  }));

  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h2 id={heading} className={styles.heading}>
        {formatMessage({ id: "editor.translation.pages" })}
      </h2>
      <Select
        isFilter
        className={styles.filter}
        label={formatMessage({ id: "editor.translation.filter" })}
        value={state ?? ""}
        onChange={({ target }) => {
          setState(states.find((state) => state === target.value));
          setShownCount(pageSize);
        }}
        options={[
          { value: "", label: formatMessage({ id: "editor.translation.filter.all" }) },
          ...states.map((state) => ({
            value: state,
            label: formatMessage({ id: `editor.translation.state.${state}` }),
          })),
        ]}
      />
      {hasFailed && <Unavailable text={formatMessage({ id: "editor.translation.unavailable" })} onRetry={reload} />}
      {!found && !hasFailed && <Spinner />}
      {found && (
        <>
          <p className={styles.note} role="status">
            {formatMessage({ id: "editor.translation.count" }, { count: found.totalCount })}
          </p>
          {entries.length > 0 && (
            <div className={styles.bulk}>
              <Checkbox
                label={
                  selected.length > 0
                    ? formatMessage({ id: "editor.translation.chosen" }, { count: selected.length })
                    : formatMessage({ id: "editor.translation.chooseAll" })
                }
                checked={selected.length === entries.length}
                onChange={({ target }) =>
                  select(
                    entries.map(({ node }) => node.id),
                    target.checked,
                  )
                }
              />
              {actions.map(
                ({ action, affected }) =>
                  affected.length > 0 && (
                    <Button
                      key={action}
                      size="small"
                      variant={action === "START" ? "primary" : "secondary"}
                      loading={running === action}
                      disabled={running !== undefined}
                      onClick={() => (action === "START" ? void run(action, affected) : setPendingReset(affected))}
                    >
                      {formatMessage({ id: `editor.translation.${action}.pages` }, { count: affected.length })}
                    </Button>
                  ),
              )}
            </div>
          )}
        </>
      )}
      <div ref={status} role="status" tabIndex={-1} className={styles.result}>
        {lastResults.length > 0 && (
          <ul className={styles.results} aria-label={formatMessage({ id: "editor.translation.results" })}>
            {lastResults.map((result) => (
              <li key={result.pageId} data-failed={result.code && ""}>
                {result.title}: {texts.result(result)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <ul className={styles.list}>
        {entries.map(({ path, node }) => (
          <li key={node.id} className={styles.entry}>
            <Checkbox
              label={
                <VisuallyHidden>
                  {formatMessage({ id: "editor.translation.choose" }, { title: node.title })}
                </VisuallyHidden>
              }
              checked={selectedIds.has(node.id)}
              onChange={({ target }) => select([node.id], target.checked)}
            />
            <div className={styles.about}>
              <Link
                className={styles.link}
                to={withChanges(search, { page: path })}
                aria-current={node.id === area.node?.documentId ? "true" : undefined}
                discover="none"
                preventScrollReset
              >
                {node.title}
              </Link>
              <p className={styles.state}>
                {node.translationState && <TranslationStateLabel state={node.translationState} />}
                <span>{node.targetLanguages.map(({ language }) => texts.language(language)).join(", ")}</span>
              </p>
              {node.targetLanguages.some(({ problem }) => problem) && (
                <p className={styles.problem}>{formatMessage({ id: "editor.translation.hasProblem" })}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {found && entries.length < found.totalCount && (
        <Button variant="secondary" size="small" onClick={() => setShownCount(shownCount + pageSize)}>
          {formatMessage({ id: "editor.translation.more" })}
        </Button>
      )}
      {pendingReset && (
        <ResetDialog
          title={formatMessage({ id: "editor.translation.RESET.pages" }, { count: pendingReset.length })}
          lead={formatMessage(
            { id: "editor.translation.loses.pages" },
            {
              count: pendingReset.length,
              titles: formatList(
                pendingReset.map(({ node }) => node.title),
                { type: "unit" },
              ),
            },
          )}
          onClose={() => setPendingReset(undefined)}
          onConfirm={() => void run("RESET", pendingReset)}
        />
      )}
    </section>
  );
}

/** Loads the first pages of a state, again with each version and while one of them is in progress. */
function useTranslations(site: string, state: TranslationState | undefined, minCount: number, version: number) {
  const client = useApolloClient();
  const [found, setFound] = useState<LoadedPages>();
  const [hasFailed, setFailed] = useState(false);

  const load = useCallback(
    (isCurrent: () => boolean) =>
      readTranslations(client, site, state, minCount).then(
        (read) => {
          if (!isCurrent()) return;
          setFound(read);
          setFailed(false);
        },
        (error: unknown) => {
          console.warn("Translations cannot be loaded.", error);
          if (isCurrent()) setFailed(true);
        },
      ),
    [client, site, state, minCount],
  );
  const isInProgress = found?.entries.some(({ node }) => node.translationState === "IN_PROGRESS");
  // A late response must not replace a newer one.
  useEffect(() => {
    let isCurrent = true;
    void load(() => isCurrent);
    return () => void (isCurrent = false);
  }, [load, version]);
  useEffect(() => {
    if (!isInProgress) return;
    let isCurrent = true;
    const timer = setInterval(() => !document.hidden && void load(() => isCurrent), pollInterval);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [isInProgress, load, version]);
  return { found: found?.state === state ? found : undefined, hasFailed, reload: () => load(() => true) };
}

async function readTranslations(
  client: ApolloClient,
  site: string,
  state: TranslationState | undefined,
  minCount: number,
): Promise<LoadedPages> {
  const read = (first: number, after: string | null) =>
    client.query({
      query: EditorPageTranslationsDocument,
      variables: { site, state: state ?? null, first, after },
      ...upToDate,
    });
  const entries: Entry[] = [];
  let after: string | null = null;
  for (;;) {
    const { data }: Awaited<ReturnType<typeof read>> = await read(
      Math.min(minCount - entries.length, maxPageSize),
      after,
    );
    if (!data) throw new Error("The translations are missing in the answer.");
    const { edges, pageInfo, totalCount } = data.pageTranslations;
    entries.push(...edges);
    after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
    if (after === null || entries.length >= minCount) return { state, entries, totalCount };
  }
}
