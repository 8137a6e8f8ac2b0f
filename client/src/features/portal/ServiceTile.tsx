import { useIntl } from "react-intl";
import type { PortalHomeFragment, ServiceRegistrationStatus } from "~/graph/generated/graphql";
import type { TextId } from "~/i18n/textId";
import { ButtonLink } from "~/ui/button/Button";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { ArrowRightIcon, ArrowUpRightIcon } from "~/ui/icon/iconSet";
import { StatusLabel, type StatusSymbolProps } from "~/ui/status/StatusLabel";
import { AccessRequest } from "./AccessRequest";
import styles from "./ServiceTile.module.css";

export interface ServiceTileProps {
  registration: PortalHomeFragment["serviceRegistrations"][number];
  title: string;
  text: string;
  /** The number of users with an open request, on the tile of user administration. */
  openRequests?: number;
  /** Called after access was requested, or the request was withdrawn or refused. */
  onChanged: () => Promise<void>;
}

/** A service with its status and its next step. A list item. */
export function ServiceTile({ registration, title, text, openRequests = 0, onChanged }: ServiceTileProps) {
  const { formatMessage } = useIntl();
  const { service, status, serviceUrl, registrationUrl, isLocal, userType, canRequest, organizations, declineReason } =
    registration;
  const hint =
    statusesWithHint.includes(status) && formatMessage({ id: `portal.hint.${hintOf(registration)}` as TextId });
  return (
    <li className={styles.tile} data-status={status}>
      <p>
        <StatusLabel {...symbols[status]}>{formatMessage({ id: `portal.status.${status}` })}</StatusLabel>
      </p>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.text}>{text}</p>
      {userType !== "UNKNOWN" && (
        <p className={styles.text}>{formatMessage({ id: `portal.userType.${userType}` as TextId })}</p>
      )}
      {declineReason ? (
        <p className={styles.hint}>{formatMessage({ id: "portal.declined" }, { reason: declineReason })}</p>
      ) : (
        hint && <p className={styles.hint}>{hint}</p>
      )}
      {openRequests > 0 && (
        <p>
          <StatusLabel tone="warning" shape="diamond">
            {formatMessage({ id: "portal.pendingRequests" }, { count: openRequests })}
          </StatusLabel>
        </p>
      )}
      {serviceUrl && (
        <ButtonLink
          className={styles.action}
          variant={status === "ACTIVE" ? "primary" : "secondary"}
          target={{ kind: isLocal ? "ROUTE" : "PLAIN", url: serviceUrl, openInNewTab: !isLocal }}
          trailingIcon={isLocal ? <ArrowRightIcon size={16} /> : <ArrowUpRightIcon size={16} />}
        >
          {formatMessage({ id: status === "INVITED" ? "portal.accept" : "portal.open" })}
          <VisuallyHidden>{` ${title}`}</VisuallyHidden>
        </ButtonLink>
      )}
      {registrationUrl && (
        <ButtonLink
          className={styles.action}
          variant="secondary"
          target={{ kind: "PLAIN", url: registrationUrl }}
          trailingIcon={<ArrowUpRightIcon size={16} />}
        >
          {formatMessage({ id: "portal.register" })}
          <VisuallyHidden>{` ${title}`}</VisuallyHidden>
        </ButtonLink>
      )}
      <AccessRequest
        service={service}
        title={title}
        isPossible={canRequest || (status === "PENDING" && service !== "DIRECT_SERVICE")}
        isOpen={!canRequest}
        organizations={organizations}
        className={styles.action}
        onChanged={onChanged}
      />
    </li>
  );
}

const symbols: Readonly<Record<ServiceRegistrationStatus, StatusSymbolProps>> = {
  ACTIVE: { tone: "success", shape: "disc" },
  PENDING: { tone: "warning", shape: "diamond" },
  INVITED: { tone: "info", shape: "half" },
  INVITEEXPIRED: { tone: "info", shape: "slash" },
  INACTIVE: { tone: "neutral", shape: "frame" },
  DECLINED: { tone: "error", shape: "slash" },
  UNREGISTERED: { tone: "neutral", shape: "ring" },
  COMINGSOON: { tone: "neutral", shape: "ring" },
  NOPROCESS: { tone: "neutral", shape: "ring" },
  UNKNOWN: { tone: "neutral", shape: "ring" },
};

/** The hint of a status. A service that cannot be requested is granted by an administrator. */
function hintOf(registration: ServiceTileProps["registration"]): string {
  const { status, canRequest, registrationUrl, isDecidedInternally } = registration;
  if (status === "PENDING" && isDecidedInternally) return "PENDING.internal";
  return status === "UNREGISTERED" && !canRequest && !registrationUrl ? "NOPROCESS" : status;
}

/** The statuses whose hint tells the user what to do. */
export const statusesWithHint: readonly string[] = [
  "NOPROCESS",
  "UNREGISTERED",
  "PENDING",
  "INVITED",
  "INVITEEXPIRED",
  "INACTIVE",
  "DECLINED",
  "COMINGSOON",
];
