import { useIntl } from "react-intl";
import { usePanels } from "~/ui/panels/panels";
import type { WireFlowFragment } from "~/graph/generated/graphql";
import { Button, ButtonLink } from "~/ui/button/Button";
import { ArrowUpRightIcon } from "~/ui/icon/iconSet";
import type { TemporarilyUnavailableProps } from "./TemporarilyUnavailable";
import { ServiceUnavailable } from "./ServiceUnavailable";
import styles from "./SignInNotice.module.css";

export interface WireFlowProps extends TemporarilyUnavailableProps {
  registration: WireFlowFragment | null | undefined;
}

/** Shows where the user's wire-flow runs, with a link to it (`/mykomax/wire-flow`). */
export function WireFlow({ title, registration, onRetry }: WireFlowProps) {
  const { formatMessage } = useIntl();
  const { openExpert } = usePanels();
  if (registration?.status !== "ACTIVE")
    return <ServiceUnavailable title={title} registration={registration} onRetry={onRetry} />;
  const { userType, cloudUrl } = registration;
  const isInCloud = userType === "CLOUD";
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{formatMessage({ id: `portal.wireFlow.${userType}` })}</p>
      <p className={styles.actions}>
        {cloudUrl && (
          <ButtonLink
            variant={isInCloud ? "primary" : "secondary"}
            target={{ kind: "PLAIN", url: cloudUrl, openInNewTab: true }}
            trailingIcon={<ArrowUpRightIcon size={16} />}
          >
            {formatMessage({ id: "portal.wireFlow.open" })}
          </ButtonLink>
        )}
        {!(isInCloud && cloudUrl) && (
          <Button variant="secondary" onClick={() => openExpert()}>
            {formatMessage({ id: "expert.title" })}
          </Button>
        )}
      </p>
    </div>
  );
}
