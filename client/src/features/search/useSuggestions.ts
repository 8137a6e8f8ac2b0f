import { useApolloClient } from "@apollo/client/react";
import { useEffect, useState } from "react";
import { SuggestDocument, type SearchResultFragment } from "~/graph/generated/graphql";

/** How long nobody types before the server is asked, in milliseconds. */
const pause = 120;

const none: readonly SearchResultFragment[] = [];

/** What may be meant by what is being typed on a site. Without an answer there are no suggestions; the search still works. */
export function useSuggestions(typed: string, site: string): readonly SearchResultFragment[] {
  const client = useApolloClient();
  const [answer, setAnswer] = useState<{ query: string; results: readonly SearchResultFragment[] }>();
  const query = typed.trim();
  useEffect(() => {
    if (!query) return;
    let isLate = false;
    const timer = setTimeout(() => {
      const variables = { query, site, locale: document.documentElement.lang };
      client.query({ query: SuggestDocument, variables }).then(
        ({ data }) => {
          if (!isLate && data) setAnswer({ query, results: data.suggest });
        },
        (error: unknown) => console.warn("There are no suggestions.", error),
      );
    }, pause);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [client, query, site]);
  // What was found for the text before stays until there is something newer.
  return query && answer ? answer.results : none;
}
