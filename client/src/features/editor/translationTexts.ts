import { useIntl } from "react-intl";
import type { TranslationActionResult } from "./useTranslationAction";

/** The refusals with their own text. */
const refusals = ["NOT_FOUND", "BAD_USER_INPUT", "CONFLICT"] as const;

/** Texts about translations that depend on more than a message id. */
export function useTranslationTexts() {
  const { formatMessage, formatDisplayName, formatList } = useIntl();
  const language = (code: string) => formatDisplayName(code.replace("_", "-"), { type: "language" }) ?? code;
  const languages = (codes: readonly string[]) => formatList(codes.map(language), { type: "unit" });
  return {
    language,
    languages,
    /** The result of an action on a page. */
    result: ({ action, changed, code }: TranslationActionResult) => {
      if (code !== undefined) {
        const refusalCode = refusals.find((refusal) => refusal === code);
        return formatMessage({ id: `editor.translation.error.${refusalCode ?? "OTHER"}` });
      }
      if (changed.length === 0) return formatMessage({ id: "editor.translation.unchanged" });
      return formatMessage({ id: `editor.translation.done.${action}` }, { languages: languages(changed) });
    },
  };
}
