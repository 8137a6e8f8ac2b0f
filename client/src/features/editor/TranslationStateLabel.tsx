import { useIntl } from "react-intl";
import type { TranslationState } from "~/graph/generated/graphql";
import type { CellState } from "./translationPlan";
import { StatusLabel, type StatusSymbolProps } from "~/ui/status/StatusLabel";

const symbols: Readonly<Record<TranslationState | "FAILED", StatusSymbolProps>> = {
  MARKED_FOR_TRANSLATION: { tone: "neutral", shape: "ring" },
  IN_PROGRESS: { tone: "info", shape: "half" },
  TRANSLATED: { tone: "success", shape: "disc" },
  FAILED: { tone: "error", shape: "slash" },
};

/** The symbols of the states of a page in a language. */
export const cellSymbols: Readonly<Record<Exclude<CellState, "SOURCE">, StatusSymbolProps>> = {
  ...symbols,
  NONE: { tone: "neutral", shape: "line" },
};

/** The state of a translation; `FAILED` is one in progress whose file was refused. */
export function TranslationStateLabel({ state }: { state: TranslationState | "FAILED" }) {
  const { formatMessage } = useIntl();
  return <StatusLabel {...symbols[state]}>{formatMessage({ id: `editor.translation.state.${state}` })}</StatusLabel>;
}
