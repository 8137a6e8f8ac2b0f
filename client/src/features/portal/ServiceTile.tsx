import { useIntl } from "react-intl";
import type { PortalHomeFragment, ServiceRegistrationStatus } from "~/graph/generated/graphql";
import type { TextId } from "~/i18n/textId";
import { Button, ButtonLink } from "~/ui/button/Button";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { ArrowRightIcon, ArrowUpRightIcon } from "~/ui/icon/iconSet";
import { usePanels } from "~/ui/panels/panels";
import { StatusLabel, type StatusSymbolProps } from "~/ui/status/StatusLabel";
import { AccessRequest, stepOf } from "./AccessRequest";
import { membershipCard } from "./MembershipCard";
import { useAccessHint } from "./useAccessHint";
import styles from "./ServiceTile.module.css";

export interface ServiceTileProps {
  registration: PortalHomeFragment["serviceRegistrations"][number];
  title: string;
  text: string;
  /** The number of users with an open request, on the tile of user administration. */
  openRequests?: number;
  /** The user has no organization: access begins with the request on the membership card. */
  needsMembership?: boolean;
  /** Called after access was requested, or the request was withdrawn or refused. */
  onChanged: () => Promise<void>;
}

/** A service with its status and its next step. A list item. */
export function ServiceTile({
  registration,
  title,
  text,
  openRequests = 0,
  needsMembership = false,
  onChanged,
}: ServiceTileProps) {
  const { formatMessage } = useIntl();
  const { openExpert } = usePanels();
  const { status, serviceUrl, registrationUrl, isLocal, userType, canAccept } = registration;
  const hint = useAccessHint(registration);
  const hasStep = Boolean(serviceUrl) || Boolean(registrationUrl) || stepOf(registration) !== undefined;
  const way = hasStep ? undefined : needsMembership && status !== "COMINGSOON" ? "membership" : "contact";
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
      {way === "membership" ? (
        <p className={styles.hint}>{formatMessage({ id: "portal.hint.membership" })}</p>
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
      {serviceUrl && !canAccept && (
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
      <AccessRequest registration={registration} title={title} className={styles.action} onChanged={onChanged} />
      {way && (
        <Button
          className={styles.action}
          variant="secondary"
          onClick={way === "contact" ? () => openExpert() : () => document.getElementById(membershipCard)?.focus()}
        >
          {formatMessage({ id: way === "contact" ? "expert.title" : "portal.membership.submit" })}
          <VisuallyHidden>{` ${title}`}</VisuallyHidden>
        </Button>
      )}
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
