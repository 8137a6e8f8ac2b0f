import { useMutation } from "@apollo/client/react";
import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import {
  AcceptInvitationDocument,
  CancelAccessRequestDocument,
  RequestAccessDocument,
  type ServiceAccessFragment,
} from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import type { TextId } from "~/i18n/textId";
import { Button } from "~/ui/button/Button";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";

export interface AccessRequestProps {
  registration: ServiceAccessFragment;
  /** The name of the service. */
  title: string;
  className?: string | undefined;
  /** Called after the invitation was accepted, or the request was sent, withdrawn or refused. */
  onChanged: () => Promise<void>;
}

type Step = "accept" | "request" | "cancel";

/** What the user can do to get access; undefined for nothing. */
function stepOf({ service, status, canAccept, canRequest }: ServiceAccessFragment): Step | undefined {
  if (canAccept) return "accept";
  if (canRequest) return "request";
  return status === "PENDING" && service !== "DIRECT_SERVICE" ? "cancel" : undefined;
}

interface StepTexts {
  button: TextId;
  done: TextId;
  failed: TextId;
}

const texts: Readonly<Record<Step, StepTexts>> = {
  accept: { button: "portal.accept", done: "portal.accept.done", failed: "portal.accept.failed" },
  request: { button: "portal.request", done: "portal.request.done", failed: "portal.request.failed" },
  cancel: { button: "portal.request.cancel", done: "portal.request.cancelled", failed: "portal.request.failed" },
};

/** The texts of user errors. */
const refusals: Readonly<Record<string, TextId>> = {
  STATE_CHANGED: "portal.request.STATE_CHANGED",
  APPLICATION_NOT_OFFERED: "users.error.APPLICATION_NOT_OFFERED",
};

/**
 * Accepts an invitation to a service, requests access to it, or withdraws the open request. The result stays visible
 * when the reloaded status allows none of them.
 */
export function AccessRequest({ registration, title, className, onChanged }: AccessRequestProps) {
  const { formatMessage } = useIntl();
  const [accept, { loading: isAccepting }] = useMutation(AcceptInvitationDocument, signedIn);
  const [request, { loading: isRequesting }] = useMutation(RequestAccessDocument, signedIn);
  const [cancel, { loading: isCancelling }] = useMutation(CancelAccessRequestDocument, signedIn);
  const [message, setMessage] = useState<TextId>();
  // Constant, so that a retry after a lost response creates no second request.
  const key = useRef(crypto.randomUUID());
  const { service: application, status } = registration;
  const step = stepOf(registration);

  const send = async (chosen: Step) => {
    if (chosen === "accept") return (await accept({ variables: { application } })).data?.acceptInvitation;
    if (chosen === "cancel") return (await cancel({ variables: { application } })).data?.cancelAccessRequest;
    const variables = { input: { idempotencyKey: key.current, application } };
    return (await request({ variables })).data?.requestAccess;
  };
  const press = async (chosen: Step) => {
    setMessage(undefined);
    const answer = await send(chosen);
    if (!answer) {
      setMessage(texts[chosen].failed);
      return;
    }
    key.current = crypto.randomUUID();
    const [refusal] = answer.userErrors;
    setMessage(refusal ? (refusals[refusal.code] ?? texts[chosen].failed) : texts[chosen].done);
    // After a refusal, the shown status is outdated.
    await onChanged();
  };
  if (!step && !message) return null;
  const button =
    step === "request" && status === "INVITEEXPIRED" ? "portal.request.invitation" : step && texts[step].button;
  return (
    <div className={className}>
      {step && button && (
        <Button
          variant={step === "cancel" ? "quiet" : "secondary"}
          size={step === "cancel" ? "small" : "medium"}
          loading={isAccepting || isRequesting || isCancelling}
          onClick={() => void press(step)}
        >
          {formatMessage({ id: button })}
          <VisuallyHidden>{` ${title}`}</VisuallyHidden>
        </Button>
      )}
      <p role="status">{message && formatMessage({ id: message })}</p>
    </div>
  );
}
