import { type CSSProperties, useId } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { Checkbox } from "~/ui/input/Choice";
import { StatusSymbol } from "~/ui/status/StatusLabel";
import { withChanges } from "./areaUrl";
import { cellState, type WorklistEntry } from "./translationPlan";
import { cellSymbols } from "./TranslationStateLabel";
import styles from "./TranslationTable.module.css";
import { useTranslationTexts } from "./translationTexts";

export interface TranslationTableProps {
  /** The name of the table. */
  label: string;
  entries: readonly WorklistEntry[];
  languages: readonly string[];
  /** The chosen pages by id. */
  chosen: ReadonlyMap<string, WorklistEntry>;
  onChoose: (entries: readonly WorklistEntry[], isChosen: boolean) => void;
}

/**
 * Pages with their state in each language. Rows become cards on a narrow screen, where each state follows the name of
 * its language.
 */
export function TranslationTable({ label, entries, languages, chosen, onChoose }: TranslationTableProps) {
  const { formatMessage, formatNumber } = useIntl();
  const texts = useTranslationTexts();
  const { search } = useLocation();
  const id = useId();
  const areAllChosen = entries.every(({ node }) => chosen.has(node.id));
  return (
    <div className={styles.region} style={{ "--columns": languages.length } as CSSProperties}>
      <table className={styles.table} aria-label={label}>
        <thead className={styles.head}>
          <tr>
            <th scope="col" className={styles.page}>
              <Checkbox
                label={formatMessage({ id: "editor.worklist.chooseShown" }, { count: entries.length })}
                checked={areAllChosen}
                onChange={({ target }) => onChoose(entries, target.checked)}
              />
            </th>
            <th scope="col" className={styles.words}>
              {formatMessage({ id: "editor.worklist.words" })}
            </th>
            {languages.map((language) => (
              <th key={language} scope="col" className={styles.language}>
                {texts.language(language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => {
            const { path, node } = entry;
            return (
              <tr key={node.id} className={styles.row} data-chosen={chosen.has(node.id) || undefined}>
                <th scope="row" className={styles.page} aria-labelledby={`${id}-${node.id}`}>
                  <div className={styles.about}>
                    <Checkbox
                      label={
                        <VisuallyHidden>
                          {formatMessage({ id: "editor.translation.choose" }, { title: node.title })}
                        </VisuallyHidden>
                      }
                      checked={chosen.has(node.id)}
                      onChange={({ target }) => onChoose([entry], target.checked)}
                    />
                    <div className={styles.names}>
                      <Link
                        id={`${id}-${node.id}`}
                        className={styles.title}
                        to={withChanges(search, { editorView: "", page: path })}
                        discover="none"
                        preventScrollReset
                      >
                        {node.title}
                      </Link>
                      <span className={styles.path}>{path}</span>
                    </div>
                  </div>
                </th>
                <td className={styles.words}>
                  <span className={styles.label}>{formatMessage({ id: "editor.worklist.words" })}</span>
                  {typeof node.wordCount === "number" ? formatNumber(node.wordCount) : "–"}
                </td>
                {languages.map((language) => {
                  const state = cellState(node, language);
                  const problem = node.targetLanguages.find((target) => target.language === language)?.problem;
                  return (
                    <td key={language} className={styles.cell} data-state={state} title={problem ?? undefined}>
                      <span className={styles.label}>{texts.language(language)}</span>
                      <span className={styles.state}>
                        {state !== "SOURCE" && <StatusSymbol {...cellSymbols[state]} />}
                        {formatMessage({ id: `editor.worklist.cell.${state}` })}
                      </span>
                      {problem && <VisuallyHidden>: {problem}</VisuallyHidden>}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
