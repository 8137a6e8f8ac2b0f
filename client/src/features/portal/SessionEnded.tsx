import { useIntl } from "react-intl";
import { Button, ButtonLink } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";

export interface SessionEndedProps {
  /** A page of the portal, for the login in another window. */
  url: string;
  /** Gives up what was entered, for a login in this window. */
  onGiveUp: () => void;
}

/**
 * Asks a user whose session has ended, and who has entered something, to log in again in another window (AUTH-32). The
 * page below is hidden, since another person may be at the device.
 */
export function SessionEnded({ url, onGiveUp }: SessionEndedProps) {
  const { formatMessage } = useIntl();
  return (
    <Dialog
      open
      title={formatMessage({ id: "portal.sessionEnded" })}
      footer={
        <>
          <ButtonLink target={{ kind: "PLAIN", url, openInNewTab: true }}>
            {formatMessage({ id: "portal.sessionEnded.logIn" })}
          </ButtonLink>
          <Button variant="quiet" onClick={onGiveUp}>
            {formatMessage({ id: "portal.sessionEnded.giveUp" })}
          </Button>
        </>
      }
    >
      <p>{formatMessage({ id: "portal.sessionEnded.text" })}</p>
    </Dialog>
  );
}
