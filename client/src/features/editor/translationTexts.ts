import { useIntl } from "react-intl";
import type { TranslationPlan } from "./translationPlan";
import type { TranslationActionResult } from "./useTranslationAction";

/** The refusals with their own text. */
const refusals = ["NOT_FOUND", "BAD_USER_INPUT", "CONFLICT"] as const;

/** Texts about translations that depend on more than a message id. */
export function useTranslationTexts() {
  const { formatMessage, formatDisplayName, formatList, formatNumber } = useIntl();
  const language = (code: string) => formatDisplayName(code.replace("_", "-"), { type: "language" }) ?? code;
  const languages = (codes: readonly string[]) => formatList(codes.map(language), { type: "unit" });
  return {
    language,
    languages,
    /** The words of planned orders: of each language, and in total if there are several. */
    words: ({ orderCount, wordCount, totalWordCount, languages, pages, isWordCountPartial }: TranslationPlan) => {
      if (isWordCountPartial) return formatMessage({ id: "editor.worklist.words.unknown" });
      return orderCount === pages.length * languages.length && languages.length > 1
        ? formatMessage({ id: "editor.worklist.words.each" }, { count: wordCount, total: totalWordCount })
        : formatMessage({ id: "editor.worklist.words.total" }, { count: totalWordCount });
    },
    /** The estimated price of planned orders, in each currency. */
    price: ({ prices, isPricePartial, isWordCountPartial }: TranslationPlan) => {
      const amounts = [...prices].map(([currency, amount]) =>
        formatNumber(amount, {
          style: "currency",
          currency,
          currencyDisplay: "code",
          minimumFractionDigits: 0,
          maximumFractionDigits: 0,
        }),
      );
      return formatMessage(
        { id: isPricePartial || isWordCountPartial ? "editor.worklist.price.part" : "editor.worklist.price.about" },
        { amount: formatList(amounts, { type: "unit" }) },
      );
    },
    /** The result of an action on a page. */
    result: ({ action, changed, skipped, code }: TranslationActionResult) => {
      if (code !== undefined) {
        const refusalCode = refusals.find((refusal) => refusal === code);
        return formatMessage({ id: `editor.translation.error.${refusalCode ?? "OTHER"}` });
      }
      const parts = [
        changed.length > 0 &&
          formatMessage({ id: `editor.translation.done.${action}` }, { languages: languages(changed) }),
        skipped.length > 0 && formatMessage({ id: "editor.translation.skipped" }, { languages: languages(skipped) }),
      ].filter((part) => part !== false);
      return parts.length > 0 ? parts.join(" · ") : formatMessage({ id: "editor.translation.unchanged" });
    },
  };
}
