import { useIntl } from "react-intl";
import type { TranslationState } from "~/graph/generated/graphql";
import { StatusLabel, type StatusSymbolProps } from "~/ui/status/StatusLabel";

const symbols: Readonly<Record<TranslationState, StatusSymbolProps>> = {
  MARKED_FOR_TRANSLATION: { tone: "neutral", shape: "ring" },
  IN_PROGRESS: { tone: "info", shape: "half" },
  TRANSLATED: { tone: "success", shape: "disc" },
};

/** The state of a translation. */
export function TranslationStateLabel({ state }: { state: TranslationState }) {
  const { formatMessage } = useIntl();
  return <StatusLabel {...symbols[state]}>{formatMessage({ id: `editor.translation.state.${state}` })}</StatusLabel>;
}
