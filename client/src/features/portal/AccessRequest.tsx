import { useMutation } from "@apollo/client/react";
import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import { CancelAccessRequestDocument, type PortalService, RequestAccessDocument } from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import type { TextId } from "~/i18n/textId";
import { hasCode } from "~/graph/errorCode";
import { Button } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { DialogForm } from "~/ui/form/DialogForm";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { Select } from "~/ui/input/Select";

export interface AccessRequestProps {
  service: PortalService;
  /** The name of the service. */
  title: string;
  /** The user can request access or withdraw the request. */
  isPossible: boolean;
  /** Whether the user has an open request, which can be withdrawn. */
  isOpen: boolean;
  /** The organizations in which access can be requested. */
  organizations: readonly { id: string; name: string }[];
  className?: string | undefined;
  /** Called after the request was sent, withdrawn or refused. */
  onChanged: () => Promise<void>;
}

/** The texts of user errors. */
const refusals: Readonly<Record<string, TextId>> = {
  STATE_CHANGED: "portal.request.STATE_CHANGED",
  APPLICATION_NOT_OFFERED: "users.error.APPLICATION_NOT_OFFERED",
  KEY_REUSED: "portal.request.KEY_REUSED",
  REQUIRED: "users.error.REQUIRED",
};

/**
 * Requests access to a service, or withdraws the open request. A refusal stays visible when the reloaded status allows
 * neither.
 */
export function AccessRequest({
  service,
  title,
  isPossible,
  isOpen,
  organizations,
  className,
  onChanged,
}: AccessRequestProps) {
  const { formatMessage } = useIntl();
  const [request, { loading: isRequesting }] = useMutation(RequestAccessDocument, signedIn);
  const [cancel, { loading: isCancelling }] = useMutation(CancelAccessRequestDocument, signedIn);
  const [message, setMessage] = useState<TextId>();
  const [isRefused, setRefused] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  // Constant, so that a retry after a lost response creates no second request.
  const key = useRef(crypto.randomUUID());

  const send = async (organization: string | null) => {
    if (isOpen) {
      const { data, error } = await cancel({ variables: { application: service } });
      return { answer: data?.cancelAccessRequest, error };
    }
    const input = { idempotencyKey: key.current, application: service, organization };
    const { data, error } = await request({ variables: { input } });
    return { answer: data?.requestAccess, error };
  };
  const press = async (organization: string | null) => {
    setChoosing(false);
    setMessage(undefined);
    setRefused(false);
    const { answer, error } = await send(organization);
    if (!answer) {
      setMessage(hasCode(error, "RATE_LIMITED") ? "portal.request.RATE_LIMITED" : "portal.request.failed");
      return;
    }
    key.current = crypto.randomUUID();
    const [refusal] = answer.userErrors;
    setRefused(Boolean(refusal));
    if (refusal) setMessage(refusals[refusal.code] ?? "portal.request.failed");
    else setMessage(isOpen ? "portal.request.cancelled" : "portal.request.done");
    // After a refusal, the shown status is outdated.
    await onChanged();
  };
  if (!isPossible && !isRefused) return null;
  return (
    <div className={className}>
      {isPossible && (
        <Button
          variant={isOpen ? "quiet" : "secondary"}
          size={isOpen ? "small" : "medium"}
          loading={isRequesting || isCancelling}
          onClick={() => (!isOpen && organizations.length > 1 ? setChoosing(true) : void press(null))}
        >
          {formatMessage({ id: isOpen ? "portal.request.cancel" : "portal.request" })}
          <VisuallyHidden>{` ${title}`}</VisuallyHidden>
        </Button>
      )}
      <p role="status">{message && formatMessage({ id: message })}</p>
      {isChoosing && (
        <Dialog open title={`${formatMessage({ id: "portal.request" })}: ${title}`} onClose={() => setChoosing(false)}>
          <DialogForm
            submit={formatMessage({ id: "portal.request" })}
            onSubmit={(form) => {
              const chosen = new FormData(form).get("organization");
              void press(typeof chosen === "string" ? chosen : null);
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
