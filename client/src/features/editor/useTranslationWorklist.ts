import { useApolloClient, useQuery } from "@apollo/client/react";
import { useEffect, useState } from "react";
import {
  TranslationWorklistDocument,
  type TranslationWorklistPageFragment,
  type TranslationWorklistQueryVariables,
  TranslationWorklistStatesDocument,
} from "~/graph/generated/graphql";
import { upToDate } from "~/graph/upToDate";
import { useRetry } from "~/graph/useRetry";
import type { WorklistEntry } from "./translationPlan";
import { pollInterval } from "./useTranslationAction";

/**
 * The pages of a site with their translations, words and prices. They are loaded again when `version` changes; the
 * states alone, while a translation is in progress.
 */
export function useTranslationWorklist(variables: TranslationWorklistQueryVariables, version: number) {
  const client = useApolloClient();
  const { data, previousData, error, loading, refetch } = useQuery(TranslationWorklistDocument, {
    variables,
    ...upToDate,
    ssr: false,
  });
  const retry = useRetry(refetch);
  useEffect(() => {
    if (version > 0) void retry();
  }, [version, retry]);
  const shown = (data ?? previousData)?.pageTranslations;
  /** Newer states of `shown`, by page. */
  const [states, setStates] = useState<{
    of: typeof shown;
    nodes: ReadonlyMap<string, TranslationWorklistPageFragment>;
  }>();
  const entries = shown?.edges.map((edge): WorklistEntry => {
    const newer = states && states.of === shown ? states.nodes.get(edge.node.id) : undefined;
    return newer ? { ...edge, node: { ...edge.node, ...newer } } : edge;
  });
  const isInProgress = entries?.some(({ node }) =>
    node.targetLanguages.some(({ translationState, canStart }) => translationState === "IN_PROGRESS" && !canStart),
  );
  const key = JSON.stringify(variables);
  useEffect(() => {
    if (!isInProgress) return;
    let isCurrent = true;
    const timer = setInterval(() => {
      if (document.hidden) return;
      client
        .query({
          query: TranslationWorklistStatesDocument,
          variables: JSON.parse(key) as TranslationWorklistQueryVariables,
          ...upToDate,
        })
        .then(({ data: read }) => {
          if (!isCurrent || !read) return;
          const nodes = new Map(read.pageTranslations.edges.map(({ node }) => [node.id, node]));
          // A page with another state may be in the list no more.
          if (shown?.edges.every(({ node }) => nodes.has(node.id))) setStates({ of: shown, nodes });
          else void retry();
        })
        // The next poll may succeed.
        .catch((failure: unknown) => console.warn("The states of translations cannot be read.", failure));
    }, pollInterval);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [client, isInProgress, key, shown, retry]);
  return {
    entries,
    totalCount: shown?.totalCount ?? 0,
    prices: shown?.prices ?? [],
    hasFailed: error !== undefined,
    isLoading: loading,
    retry,
    /** Shows newer states of pages until the list is loaded again. */
    showStates: (pages: readonly TranslationWorklistPageFragment[]) =>
      setStates({ of: shown, nodes: new Map(pages.map((page) => [page.id, page])) }),
  };
}
