import { useIntl } from "react-intl";
import type { TextId } from "~/i18n/textId";
import { usePanels } from "~/ui/panels/panels";
import type { ServiceRegistrationStatus } from "~/graph/generated/graphql";
import { Button } from "~/ui/button/Button";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { TemporarilyUnavailable, type TemporarilyUnavailableProps } from "./TemporarilyUnavailable";
import { statusesWithHint } from "./ServiceTile";
import styles from "./SignInNotice.module.css";

export interface ServiceUnavailableProps extends TemporarilyUnavailableProps {
  /** The user's registration status for the service of the page. */
  status: ServiceRegistrationStatus | undefined;
}

/**
 * Replaces a portal page without data of its service: the service is not active for the user, with whom to contact, or
 * it is temporarily unavailable.
 */
export function ServiceUnavailable({ title, status = "UNKNOWN", onRetry }: ServiceUnavailableProps) {
  const { formatMessage } = useIntl();
  const { openExpert } = usePanels();
  if (status === "ACTIVE") return <TemporarilyUnavailable title={title} onRetry={onRetry} />;
  // Access is requested on the portal's home page, or granted by an administrator.
  const hint = statusesWithHint.includes(status) && status !== "UNREGISTERED" ? status : "NOPROCESS";
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <FlashMessage
        flash={{
          static: true,
          title: formatMessage({ id: "portal.notIncluded" }),
          text: formatMessage({ id: `portal.hint.${hint}` as TextId }),
        }}
      />
      <p className={styles.actions}>
        <Button variant="secondary" onClick={() => openExpert()}>
          {formatMessage({ id: "expert.title" })}
        </Button>
      </p>
    </div>
  );
}
