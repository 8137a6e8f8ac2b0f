import type { TranslationWorklistQuery } from "~/graph/generated/graphql";

type Connection = TranslationWorklistQuery["pageTranslations"];
export type WorklistEntry = Connection["edges"][number];
export type TranslationPrice = Connection["prices"][number];
type Target = WorklistEntry["node"]["targetLanguages"][number];

/** The state of a page in a language; `NONE` without a target, `SOURCE` for the language that it is written in. */
export type CellState = Target["translationState"] | "FAILED" | "NONE" | "SOURCE";

/** Why a chosen page is not ordered in a chosen language. */
export type LeftOut = "TRANSLATED" | "IN_PROGRESS" | "SOURCE" | "EMPTY";

/** The orders for pages and languages, and what they are estimated to cost. */
export interface TranslationPlan {
  /** The pages with an order. */
  pages: readonly WorklistEntry[];
  /** The languages with an order. */
  languages: readonly string[];
  orderCount: number;
  /** The number of words of the pages, each counted once. */
  wordCount: number;
  /** The number of words of all orders. */
  totalWordCount: number;
  /** The words of a page could not be counted. */
  isWordCountPartial: boolean;
  /** The estimated prices by currency. */
  prices: ReadonlyMap<string, number>;
  /** An order has no price. */
  isPricePartial: boolean;
  leftOut: ReadonlyMap<LeftOut, number>;
}

/** The state of a page in a language. A translation in progress that can be started again has failed. */
export function cellState({ sourceLanguage, targetLanguages }: WorklistEntry["node"], language: string): CellState {
  if (language === sourceLanguage) return "SOURCE";
  const target = targetLanguages.find((one) => one.language === language);
  if (!target) return "NONE";
  return target.translationState === "IN_PROGRESS" && target.canStart ? "FAILED" : target.translationState;
}

function leftOutOf(node: WorklistEntry["node"], language: string): LeftOut | undefined {
  const state = cellState(node, language);
  if (state === "SOURCE" || state === "TRANSLATED" || state === "IN_PROGRESS") return state;
  return node.wordCount === 0 ? "EMPTY" : undefined;
}

/** Plans the orders of pages in languages. */
export function planOrders(
  entries: readonly WorklistEntry[],
  languages: readonly string[],
  prices: readonly TranslationPrice[],
): TranslationPlan {
  const leftOut = new Map<LeftOut, number>();
  const amounts = new Map<string, number>();
  const orderedLanguages = new Set<string>();
  const pages: WorklistEntry[] = [];
  let [orderCount, wordCount, totalWordCount] = [0, 0, 0];
  let [isWordCountPartial, isPricePartial] = [false, false];
  for (const entry of entries) {
    const { node } = entry;
    const ordered = languages.filter((language) => {
      const reason = leftOutOf(node, language);
      if (reason) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
      return !reason;
    });
    if (ordered.length === 0) continue;
    const words = node.wordCount ?? 0;
    pages.push(entry);
    orderCount += ordered.length;
    wordCount += words;
    totalWordCount += words * ordered.length;
    isWordCountPartial ||= typeof node.wordCount !== "number";
    for (const language of ordered) {
      orderedLanguages.add(language);
      const price = prices.find(
        ({ sourceLanguage, targetLanguage }) => sourceLanguage === node.sourceLanguage && targetLanguage === language,
      );
      if (price)
        amounts.set(price.currency, (amounts.get(price.currency) ?? 0) + (words * price.perThousandWords) / 1000);
      else isPricePartial = true;
    }
  }
  return {
    pages,
    languages: languages.filter((language) => orderedLanguages.has(language)),
    orderCount,
    wordCount,
    totalWordCount,
    isWordCountPartial,
    prices: amounts,
    isPricePartial,
    leftOut,
  };
}
