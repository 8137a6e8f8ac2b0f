import { useIntl } from "react-intl";
import type { AccessStatus } from "~/graph/generated/graphql";
import { StatusLabel, type StatusSymbolProps } from "~/ui/status/StatusLabel";

const symbols: Readonly<Record<AccessStatus, StatusSymbolProps>> = {
  PENDING: { tone: "warning", shape: "diamond" },
  INVITED: { tone: "info", shape: "half" },
  INVITE_EXPIRED: { tone: "info", shape: "slash" },
  ACTIVE: { tone: "success", shape: "disc" },
  INACTIVE: { tone: "neutral", shape: "frame" },
  DECLINED: { tone: "error", shape: "slash" },
  UNKNOWN: { tone: "neutral", shape: "ring" },
};

/** The status of an access or of a user. */
export function AccessStatusLabel({ status }: { status: AccessStatus }) {
  const { formatMessage } = useIntl();
  return <StatusLabel {...symbols[status]}>{formatMessage({ id: `users.status.${status}` })}</StatusLabel>;
}
