import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import type { EditorAreaViewFragment, TranslationState } from "~/graph/generated/graphql";
import { worklistParameters } from "~/lib/url/clientParameters";
import { Button } from "~/ui/button/Button";
import { ArrowLeftIcon } from "~/ui/icon/iconSet";
import { Checkbox } from "~/ui/input/Choice";
import { Select } from "~/ui/input/Select";
import { TextField } from "~/ui/input/TextField";
import { Unavailable } from "~/ui/notice/Unavailable";
import { Spinner } from "~/ui/spinner/Spinner";
import { withChanges } from "./areaUrl";
import { ResetDialog } from "./ResetDialog";
import { TranslationOrderDialog } from "./TranslationOrderDialog";
import { cellState, planOrders, type WorklistEntry } from "./translationPlan";
import { TranslationTable } from "./TranslationTable";
import { useTranslationTexts } from "./translationTexts";
import styles from "./TranslationWorklist.module.css";
import type { ChangeUrl } from "./useAreaUrl";
import { maxPages, type TranslationActionResult, useTranslationAction } from "./useTranslationAction";
import { useTranslationWorklist } from "./useTranslationWorklist";

export interface TranslationWorklistProps {
  area: EditorAreaViewFragment;
  /** Increases with each change event of the content. */
  changeCount: number;
  onChange: ChangeUrl;
}

interface WorklistFilter {
  state: TranslationState | undefined;
  section: string;
  search: string;
  languages: readonly string[];
}

const states: readonly TranslationState[] = ["MARKED_FOR_TRANSLATION", "IN_PROGRESS", "TRANSLATED"];

/** Milliseconds between the last typed character and the search. */
const searchDelay = 250;

/**
 * The worklist of translations: the pages of a site with their state in each language. Chosen pages are sent to the
 * translation service in chosen languages, after a confirmation with words and price, or reset.
 */
export function TranslationWorklist({ area, changeCount, onChange }: TranslationWorklistProps) {
  const { formatMessage } = useIntl();
  const texts = useTranslationTexts();
  const { search } = useLocation();
  const siteLanguages = area.site.languages.map(({ languageCode }) => languageCode);
  // The URL follows the choices: it changes only after a navigation, and several choices are made meanwhile.
  const [filter, setFilter] = useState(() => filterOf(search, siteLanguages));
  const chosenLanguages = filter.languages;
  const changeFilter = (changes: Partial<WorklistFilter>) => {
    const next = { ...filter, ...changes };
    setFilter(next);
    onChange(
      {
        [worklistParameters.state]: next.state ?? "",
        [worklistParameters.section]: next.section,
        [worklistParameters.search]: next.search,
        [worklistParameters.languages]: next.languages.join(","),
      },
      { replace: true },
    );
  };
  const [actionCount, setActionCount] = useState(0);
  const { entries, totalCount, prices, hasFailed, isLoading, retry, showStates } = useTranslationWorklist(
    {
      site: area.site.id,
      // The languages matter for a state only: a choice loads nothing otherwise.
      languages: [...(filter.state && chosenLanguages.length > 0 ? chosenLanguages : siteLanguages)],
      state: filter.state ?? null,
      section: filter.section || null,
      search: filter.search || null,
    },
    changeCount + actionCount,
  );
  // The chosen pages stay chosen when the filter no longer shows them.
  const [chosen, setChosen] = useState<ReadonlyMap<string, WorklistEntry>>(new Map());
  const { act, running } = useTranslationAction();
  const [results, setResults] = useState<readonly (TranslationActionResult & { title: string })[]>([]);
  const [dialog, setDialog] = useState<"order" | "reset">();
  const status = useRef<HTMLDivElement>(null);
  const heading = useId();
  useEffect(() => {
    if (results.length > 0) status.current?.focus();
  }, [results]);

  const current = [...chosen.values()].map((entry) => entries?.find(({ node }) => node.id === entry.node.id) ?? entry);
  const plan = planOrders(current, chosenLanguages, prices);
  const resettable = current.filter(({ node }) =>
    chosenLanguages.some((language) => ["TRANSLATED", "IN_PROGRESS", "FAILED"].includes(cellState(node, language))),
  );
  const hasTooMany = chosen.size > maxPages;
  // A language in which all pages are written has no column.
  const offered = siteLanguages.filter((language) =>
    [...(entries ?? []), ...current].some(({ node }) => node.sourceLanguage !== language),
  );
  const choose = (changed: readonly WorklistEntry[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const entry of changed) {
      if (isChosen) next.set(entry.node.id, entry);
      else next.delete(entry.node.id);
    }
    setChosen(next);
  };
  const run = async (action: "START" | "RESET", affected: readonly WorklistEntry[]) => {
    setDialog(undefined);
    setResults([]);
    const titles = new Map(affected.map(({ node }) => [node.id, node.title]));
    const done = await act(action, action, {
      pages: [...titles.keys()],
      languages: action === "START" ? [...plan.languages] : resetLanguages(affected, chosenLanguages),
      skipTranslated: action === "START",
    });
    showStates(done.flatMap(({ translation }) => translation ?? []));
    setResults(done.map((result) => ({ ...result, title: titles.get(result.pageId) ?? result.pageId })));
    setChosen(new Map());
    setActionCount((count) => count + 1);
  };

  return (
    <section className={styles.worklist} aria-labelledby={heading}>
      <header className={styles.head}>
        <Link className={styles.back} to={withChanges(search, { editorView: "" })} discover="none" preventScrollReset>
          <ArrowLeftIcon size={16} />
          {formatMessage({ id: "editor.worklist.back" })}
        </Link>
        <h2 id={heading} className={styles.heading}>
          {formatMessage({ id: "editor.worklist" }, { site: area.site.name })}
        </h2>
      </header>
      <fieldset className={styles.languages}>
        <legend className={styles.legend}>{formatMessage({ id: "editor.worklist.languages" })}</legend>
        {offered.map((language) => (
          <Checkbox
            key={language}
            className={styles.language}
            label={texts.language(language)}
            checked={chosenLanguages.includes(language)}
            onChange={({ target }) =>
              changeFilter({
                languages: siteLanguages.filter((one) =>
                  one === language ? target.checked : chosenLanguages.includes(one),
                ),
              })
            }
          />
        ))}
      </fieldset>
      <div className={styles.filters}>
        <Select
          isFilter
          className={styles.filter}
          label={formatMessage({ id: "editor.context.site" })}
          value={area.site.id}
          options={area.sites.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => onChange({ site: target.value, [worklistParameters.section]: "" })}
        />
        <SearchField value={filter.search} onChange={(text) => changeFilter({ search: text })} />
        <Select
          isFilter
          className={styles.filter}
          label={formatMessage({ id: "editor.worklist.section" })}
          value={filter.section}
          options={sectionsOf(area, filter.section, formatMessage({ id: "editor.worklist.section.all" }))}
          onChange={({ target }) => changeFilter({ section: target.value })}
        />
        <Select
          isFilter
          className={styles.filter}
          label={formatMessage({ id: "editor.translation.filter" })}
          value={filter.state ?? ""}
          options={[
            { value: "", label: formatMessage({ id: "editor.translation.filter.all" }) },
            ...states.map((state) => ({
              value: state,
              label: formatMessage({ id: `editor.worklist.state.${state}` }),
            })),
          ]}
          onChange={({ target }) => changeFilter({ state: states.find((state) => state === target.value) })}
        />
      </div>
      <div ref={status} role="status" tabIndex={-1} className={styles.result}>
        {results.length > 0 && (
          <ul className={styles.results} aria-label={formatMessage({ id: "editor.translation.results" })}>
            {results.map((result) => (
              <li key={result.pageId} data-failed={result.code && ""}>
                {result.title}: {texts.result(result)}
              </li>
            ))}
          </ul>
        )}
      </div>
      {hasFailed && <Unavailable text={formatMessage({ id: "editor.translation.unavailable" })} onRetry={retry} />}
      {!entries && !hasFailed && <Spinner />}
      {entries && (
        <>
          <p className={styles.note} role="status" aria-busy={isLoading}>
            {entries.length < totalCount
              ? formatMessage({ id: "editor.worklist.part" }, { shown: entries.length, count: totalCount })
              : formatMessage({ id: "editor.translation.count" }, { count: totalCount })}
          </p>
          {entries.length > 0 && (
            <TranslationTable
              label={formatMessage({ id: "editor.worklist" }, { site: area.site.name })}
              entries={entries}
              languages={chosenLanguages.length > 0 ? chosenLanguages : offered}
              chosen={chosen}
              onChoose={choose}
            />
          )}
        </>
      )}
      <div className={styles.bar} role="group" aria-label={formatMessage({ id: "editor.worklist.orders" })}>
        <div className={styles.plan}>
          <p className={styles.summary} role="status">
            {hasTooMany ? (
              <span className={styles.problem}>
                {formatMessage({ id: "editor.worklist.tooMany" }, { max: maxPages, count: chosen.size })}
              </span>
            ) : plan.orderCount > 0 ? (
              <>
                <strong>
                  {formatMessage(
                    { id: "editor.worklist.plan" },
                    { pages: plan.pages.length, languages: plan.languages.length, orders: plan.orderCount },
                  )}
                </strong>{" "}
                <span>
                  {texts.words(plan)}
                  {plan.prices.size > 0 && ` · ${texts.price(plan)}`}
                </span>
              </>
            ) : (
              formatMessage({
                id:
                  chosen.size === 0
                    ? "editor.worklist.choosePages"
                    : chosenLanguages.length === 0
                      ? "editor.worklist.chooseLanguages"
                      : "editor.worklist.nothing",
              })
            )}
          </p>
          {chosen.size > 0 && (
            <Button size="small" variant="quiet" onClick={() => setChosen(new Map())}>
              {formatMessage({ id: "editor.worklist.clear" }, { count: chosen.size })}
            </Button>
          )}
        </div>
        <div className={styles.buttons}>
          {resettable.length > 0 && !hasTooMany && (
            <Button
              size="small"
              variant="secondary"
              loading={running === "RESET"}
              disabled={running !== undefined}
              onClick={() => setDialog("reset")}
            >
              {formatMessage({ id: "editor.translation.RESET.pages" }, { count: resettable.length })}
            </Button>
          )}
          <Button
            size="small"
            loading={running === "START"}
            disabled={plan.orderCount === 0 || hasTooMany || running !== undefined}
            onClick={() => setDialog("order")}
          >
            {formatMessage({ id: "editor.worklist.send" }, { count: plan.orderCount })}
          </Button>
        </div>
      </div>
      {dialog === "order" && (
        <TranslationOrderDialog
          plan={plan}
          onClose={() => setDialog(undefined)}
          onConfirm={() => void run("START", plan.pages)}
        />
      )}
      {dialog === "reset" && (
        <ResetDialog
          title={formatMessage({ id: "editor.translation.RESET.pages" }, { count: resettable.length })}
          lead={formatMessage(
            { id: "editor.worklist.loses" },
            { count: resettable.length, languages: texts.languages(resetLanguages(resettable, chosenLanguages)) },
          )}
          onClose={() => setDialog(undefined)}
          onConfirm={() => void run("RESET", resettable)}
        />
      )}
    </section>
  );
}

/** The filter of a URL. */
function filterOf(search: string, siteLanguages: readonly string[]): WorklistFilter {
  const query = new URLSearchParams(search);
  const wanted = (query.get(worklistParameters.languages) ?? "").split(",");
  return {
    state: states.find((state) => state === query.get(worklistParameters.state)),
    section: query.get(worklistParameters.section) ?? "",
    search: query.get(worklistParameters.search) ?? "",
    languages: siteLanguages.filter((language) => wanted.includes(language)),
  };
}

/** The chosen languages in which a page has a target: only these can be reset. */
function resetLanguages(entries: readonly WorklistEntry[], chosen: readonly string[]): string[] {
  return chosen.filter((language) =>
    entries.some(({ node }) => !["NONE", "SOURCE"].includes(cellState(node, language))),
  );
}

/** The pages of the first level of the tree, and the section of the URL if it is another one. */
function sectionsOf(area: EditorAreaViewFragment, section: string, all: string) {
  const groups = new Set(area.tree.filter(({ kind }) => kind === "GROUP").map(({ id }) => id));
  const found = new Map([["", all]]);
  for (const { kind, parentId, path, title } of area.tree) {
    if (kind === "PAGE" && path && path !== "/" && parentId && groups.has(parentId)) found.set(path, title ?? path);
  }
  if (!found.has(section)) found.set(section, section);
  return [...found].map(([value, label]) => ({ value, label }));
}

/** The search for pages, a moment after the text was typed. */
function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { formatMessage } = useIntl();
  const change = useEffectEvent(onChange);
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => change(text.trim()), searchDelay);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <TextField
      isFilter
      type="search"
      className={styles.filter}
      label={formatMessage({ id: "editor.tree.search" })}
      value={text}
      maxLength={60}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
