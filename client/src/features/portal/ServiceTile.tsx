import { type MessageDescriptor, useIntl } from "react-intl";
import type { PortalHomeFragment } from "~/graph/generated/graphql";
import { ButtonLink } from "~/ui/button/Button";
import { ArrowRightIcon, ArrowUpRightIcon } from "~/ui/icon/icons";
import styles from "./ServiceTile.module.css";

type TextId = NonNullable<MessageDescriptor["id"]>;

export interface ServiceTileProps {
  registration: PortalHomeFragment["serviceRegistrations"][number];
  title: string;
  text: string;
}

/** A service with its status, and the one thing that can be done about it. An item of a list. */
export function ServiceTile({ registration, title, text }: ServiceTileProps) {
  const { formatMessage } = useIntl();
  const { status, serviceUrl, registrationUrl, isLocal, userType } = registration;
  const hint = statusesWithHint.includes(status) && formatMessage({ id: `portal.hint.${status}` as TextId });
  return (
    <li className={styles.tile} data-status={status}>
      <p className={styles.status}>
        <span className={styles.sign} aria-hidden="true" />
        {formatMessage({ id: `portal.status.${status}` })}
      </p>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.text}>{text}</p>
      {userType !== "UNKNOWN" && (
        <p className={styles.text}>{formatMessage({ id: `portal.userType.${userType}` as TextId })}</p>
      )}
      {hint && <p className={styles.hint}>{hint}</p>}
      {serviceUrl && (
        <ButtonLink
          className={styles.action}
          variant={status === "ACTIVE" ? "primary" : "secondary"}
          target={{ kind: isLocal ? "ROUTE" : "PLAIN", url: serviceUrl, openInNewTab: !isLocal }}
          trailingIcon={isLocal ? <ArrowRightIcon size={16} /> : <ArrowUpRightIcon size={16} />}
        >
          {formatMessage({ id: status === "INVITED" ? "portal.accept" : "portal.open" })}
          <span className={styles.name}>{` ${title}`}</span>
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
          <span className={styles.name}>{` ${title}`}</span>
        </ButtonLink>
      )}
    </li>
  );
}

/** Those that say what somebody is to do. */
export const statusesWithHint: readonly string[] = [
  "NOPROCESS",
  "PENDING",
  "INVITED",
  "INVITEEXPIRED",
  "INACTIVE",
  "DECLINED",
  "COMINGSOON",
];
