import { useEffect, useRef } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation, useRevalidator } from "react-router";
import type { TextId } from "~/i18n/textId";
import { type SearchableSite, usePanels } from "~/ui/panels/panels";
import type { SearchOverviewFragment, SearchResultFragment } from "~/graph/generated/graphql";
import { Button } from "~/ui/button/Button";
import { Listing } from "~/ui/listing/Listing";
import { ListingChoices } from "~/ui/listing/ListingFilters";
import { type LinkTarget, Link as TargetLink } from "~/ui/link/Link";
import { Section } from "~/ui/section/Section";
import { HighlightedText } from "./HighlightedText";
import { ResultKind } from "./ResultKind";
import { SearchField } from "./SearchField";
import styles from "./SearchPage.module.css";
import { Thumbnail } from "./Thumbnail";

export interface SearchPageProps {
  /** Null while the search is unavailable. */
  overview: SearchOverviewFragment | null | undefined;
  site: SearchableSite;
  /** The main sections of the site, offered when nothing was found. */
  parts: readonly { id: string; title: string; link: LinkTarget }[];
}

/** The results by type, with more on demand; without results, links to other pages (SRCH-1, SRCH-2). */
export function SearchPage({ overview, site, parts }: SearchPageProps) {
  useRepeatedSearch(!overview || overview.isIncomplete);
  const { formatMessage } = useIntl();
  const { search } = useLocation();
  // The field keeps the query while the search is unavailable.
  const query = overview?.query ?? new URLSearchParams(search).get("q") ?? "";
  const chosen = overview?.types.filter((type) => type.selected).map((type) => type.value) ?? [];
  const types = overview?.types.map((type) => ({
    ...type,
    label: formatMessage({ id: `search.type.${type.value}` as TextId }),
  }));
  return (
    <Section id="search" layout="plain">
      <div className={styles.field}>
        <SearchField site={site} query={query} types={chosen} />
      </div>
      {overview?.productsFor && (
        <p className={styles.lead}>
          <Link to={overview.productsFor.url}>
            {formatMessage({ id: "search.productsFor" }, { quantity: overview.productsFor.text })}
          </Link>
        </p>
      )}
      {overview?.didYouMean && (
        <p className={styles.lead}>
          {formatMessage(
            { id: "search.didYouMean" },
            {
              query: (
                <Link key="query" to={overview.didYouMean.url}>
                  {overview.didYouMean.text}
                </Link>
              ),
            },
          )}
        </p>
      )}
      {!overview && <p role="alert">{formatMessage({ id: "search.unavailable" })}</p>}
      {overview?.query && (overview.total > 0 || overview.isFiltered) && (
        <Listing
          {...overview}
          count={formatMessage(
            { id: overview.isCorrected ? "search.corrected" : "search.count" },
            { count: overview.total, query: overview.query },
          )}
          filters={
            types && types.length > 0 ? (
              <>
                <input type="hidden" name="q" value={overview.query} />
                <ListingChoices legend={formatMessage({ id: "search.type" })} name="type" options={types} />
              </>
            ) : undefined
          }
        >
          <ol className={styles.results}>
            {overview.results.map((result) => (
              <Result key={result.id} result={result} />
            ))}
          </ol>
          {overview.moreUrl && (
            <p>
              <Link className={styles.more} to={overview.moreUrl} preventScrollReset>
                {formatMessage({ id: "search.more" })}
              </Link>
            </p>
          )}
        </Listing>
      )}
      {overview?.query && overview.total === 0 && !overview.isFiltered && (
        <NoResults query={overview.query} parts={parts} />
      )}
    </Section>
  );
}

/** Milliseconds between two attempts of a search without complete results, and the number of attempts. */
const retryInterval = 4000;
const maxRetries = 3;

/** Repeats a search while its results are missing or incomplete: the first search in a language waits for its index. */
function useRepeatedSearch(isDue: boolean) {
  const { revalidate } = useRevalidator();
  const retries = useRef(0);
  useEffect(() => {
    if (!isDue) return;
    const timer = setInterval(() => {
      if (++retries.current >= maxRetries) clearInterval(timer);
      void revalidate();
    }, retryInterval);
    return () => clearInterval(timer);
  }, [isDue, revalidate]);
}

function Result({ result }: { result: SearchResultFragment }) {
  const { formatMessage } = useIntl();
  const isFile = result.type === "DOCUMENT";
  const title = <HighlightedText parts={result.titleParts} />;
  return (
    <li className={styles.result}>
      <p className={styles.type}>
        {result.isRecommended && (
          <strong className={styles.recommended}>{formatMessage({ id: "search.recommended" })}</strong>
        )}
        <ResultKind result={result} />
      </p>
      <h2 className={styles.title} lang={result.titleLanguage ?? undefined}>
        {isFile ? <a href={result.url}>{title}</a> : <Link to={result.url}>{title}</Link>}
      </h2>
      {result.excerpt.length > 0 && (
        <p className={styles.excerpt} lang={result.excerptLanguage ?? undefined}>
          <HighlightedText parts={result.excerpt} />
        </p>
      )}
      <Thumbnail image={result.image} className={styles.picture} size={80} />
    </li>
  );
}

function NoResults({ query, parts }: Pick<SearchPageProps, "parts"> & { query: string }) {
  const { formatMessage } = useIntl();
  const { openExpert } = usePanels();
  return (
    <div className={styles.nothing}>
      <p role="status" className={styles.none}>
        {formatMessage({ id: "search.none" }, { query })}
      </p>
      <p>{formatMessage({ id: "search.hint" })}</p>
      {parts.length > 0 && (
        <ul className={styles.parts}>
          {parts.map((part) => (
            <li key={part.id}>
              <TargetLink target={part.link}>{part.title}</TargetLink>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.scripted}>
        <Button variant="secondary" onClick={() => openExpert()}>
          {formatMessage({ id: "expert.title" })}
        </Button>
      </p>
    </div>
  );
}
