import { useMutation } from "@apollo/client/react";
import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import {
  AcceptInvitationDocument,
  CancelAccessRequestDocument,
  RequestAccessDocument,
  type ServiceAccessFragment,
} from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import type { TextId } from "~/i18n/textId";
import { hasCode, rateLimited } from "~/graph/errorCode";
import { Button } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { DialogForm } from "~/ui/form/DialogForm";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { Select } from "~/ui/input/Select";

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
export function stepOf({ service, status, canAccept, canRequest }: ServiceAccessFragment): Step | undefined {
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
  KEY_REUSED: "portal.request.KEY_REUSED",
  REQUIRED: "users.error.REQUIRED",
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
  const [isChoosing, setChoosing] = useState(false);
  const result = useRef<HTMLParagraphElement>(null);
  const step = stepOf(registration);
  // The pressed button no longer exists when the reloaded status allows nothing more.
  const hasNoStep = message !== undefined && step === undefined;
  useEffect(() => {
    if (hasNoStep) result.current?.focus();
  }, [hasNoStep]);
  // Constant, so that a retry after a lost response creates no second request.
  const key = useRef(crypto.randomUUID());
  const { service: application, status, organizations } = registration;

  const send = async (chosen: Step, organization: string | null) => {
    if (chosen === "accept") return await accept({ variables: { application } });
    if (chosen === "cancel") return await cancel({ variables: { application } });
    return await request({ variables: { input: { idempotencyKey: key.current, application, organization } } });
  };
  const press = async (chosen: Step, organization: string | null = null) => {
    setChoosing(false);
    setMessage(undefined);
    const { data, error } = await send(chosen, organization);
    if (!data) {
      setMessage(hasCode(error, rateLimited) ? "portal.request.RATE_LIMITED" : texts[chosen].failed);
      return;
    }
    key.current = crypto.randomUUID();
    const [refusal] = data.answer.userErrors;
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
          onClick={() => (step === "request" && organizations.length > 1 ? setChoosing(true) : void press(step))}
        >
          {formatMessage({ id: button })}
          <VisuallyHidden>{` ${title}`}</VisuallyHidden>
        </Button>
      )}
      <p ref={result} tabIndex={-1} role="status">
        {message && formatMessage({ id: message })}
      </p>
      {isChoosing && (
        <Dialog open title={`${formatMessage({ id: "portal.request" })}: ${title}`} onClose={() => setChoosing(false)}>
          <DialogForm
            submit={formatMessage({ id: "portal.request" })}
            onSubmit={(form) => {
              const chosen = new FormData(form).get("organization");
              void press("request", typeof chosen === "string" ? chosen : null);
            }}
            onClose={() => setChoosing(false)}
          >
            <p>{formatMessage({ id: "portal.request.organization.lead" })}</p>
            <Select
              label={formatMessage({ id: "portal.request.organization" })}
              name="organization"
              required
              options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </DialogForm>
        </Dialog>
      )}
    </div>
  );
}
