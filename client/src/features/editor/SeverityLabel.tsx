import { useIntl } from "react-intl";
import type { ContentFindingSeverity } from "~/graph/generated/graphql";
import { StatusLabel, type StatusShape, type StatusTone } from "~/ui/status/StatusLabel";

const statuses: Record<ContentFindingSeverity, { tone: StatusTone; shape: StatusShape }> = {
  ERROR: { tone: "error", shape: "diamond" },
  WARNING: { tone: "warning", shape: "square" },
  NOTE: { tone: "neutral", shape: "ring" },
};

/** The severity of a finding. */
export function SeverityLabel({ severity }: { severity: ContentFindingSeverity }) {
  const { formatMessage } = useIntl();
  return (
    <StatusLabel {...statuses[severity]}>{formatMessage({ id: `editor.report.severity.${severity}` })}</StatusLabel>
  );
}
