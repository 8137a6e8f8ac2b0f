import { useIntl } from "react-intl";
import { usePanels } from "~/ui/panels/panels";
import type { ServiceAccessFragment } from "~/graph/generated/graphql";
import { escapeHtml } from "~/lib/encoding/escapeHtml";
import { Button } from "~/ui/button/Button";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { AccessRequest } from "./AccessRequest";
import { TemporarilyUnavailable, type TemporarilyUnavailableProps } from "./TemporarilyUnavailable";
import { useAccessHint } from "./useAccessHint";
import styles from "./SignInNotice.module.css";

export interface ServiceUnavailableProps extends TemporarilyUnavailableProps {
  /** The user's registration for the service of the page. */
  registration: ServiceAccessFragment | null | undefined;
}

const noRegistration = {
  service: "TICKETING",
  status: "NOPROCESS",
  declineReason: null,
  isDecidedInternally: false,
  canRequest: false,
  registrationUrl: null,
} as const;

/**
 * Replaces a portal page without data of its service: the service is not active for the user, with the next step and
 * whom to contact, or it is temporarily unavailable.
 */
export function ServiceUnavailable({ title, registration, onRetry }: ServiceUnavailableProps) {
  const { formatMessage } = useIntl();
  const { openExpert } = usePanels();
  const hint = useAccessHint(registration ?? noRegistration);
  if (registration?.status === "ACTIVE") return <TemporarilyUnavailable title={title} onRetry={onRetry} />;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <FlashMessage
        flash={{
          static: true,
          title: formatMessage({ id: "portal.notIncluded" }),
          text: escapeHtml(hint ?? formatMessage({ id: "portal.hint.NOPROCESS" })),
        }}
      />
      <div className={styles.actions}>
        {registration && <AccessRequest registration={registration} title={title} onChanged={onRetry} />}
        <Button variant="secondary" onClick={() => openExpert()}>
          {formatMessage({ id: "expert.title" })}
        </Button>
      </div>
    </div>
  );
}
