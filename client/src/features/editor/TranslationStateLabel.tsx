import { useIntl } from "react-intl";
import type { TranslationState } from "~/graph/generated/graphql";
import { StatusLabel, type StatusSignProps } from "~/ui/status/StatusLabel";

const signs: Readonly<Record<TranslationState, StatusSignProps>> = {
  MARKED_FOR_TRANSLATION: { tone: "neutral", shape: "ring" },
  IN_PROGRESS: { tone: "info", shape: "half" },
  TRANSLATED: { tone: "success", shape: "disc" },
};

/** The state of a translation. */
export function TranslationStateLabel({ state }: { state: TranslationState }) {
  const { formatMessage } = useIntl();
  return <StatusLabel {...signs[state]}>{formatMessage({ id: `editor.translation.state.${state}` })}</StatusLabel>;
}
