import { useMutation } from "@apollo/client/react";
import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import { CancelAccessRequestDocument, type PortalService, RequestAccessDocument } from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import type { TextId } from "~/i18n/textId";
import { Button } from "~/ui/button/Button";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";

export interface AccessRequestProps {
  service: PortalService;
  /** The name of the service. */
  title: string;
  /** The user can request access or withdraw the request. */
  isPossible: boolean;
  /** Whether the user has an open request, which can be withdrawn. */
  isOpen: boolean;
  className?: string | undefined;
  /** Called after the request was sent, withdrawn or refused. */
  onChanged: () => Promise<void>;
}

/** The texts of user errors. */
const refusals: Readonly<Record<string, TextId>> = {
  STATE_CHANGED: "portal.request.STATE_CHANGED",
  APPLICATION_NOT_OFFERED: "users.error.APPLICATION_NOT_OFFERED",
};

/**
 * Requests access to a service, or withdraws the open request. A refusal stays visible when the reloaded status allows
 * neither.
 */
export function AccessRequest({ service, title, isPossible, isOpen, className, onChanged }: AccessRequestProps) {
  const { formatMessage } = useIntl();
  const [request, { loading: isRequesting }] = useMutation(RequestAccessDocument, signedIn);
  const [cancel, { loading: isCancelling }] = useMutation(CancelAccessRequestDocument, signedIn);
  const [message, setMessage] = useState<TextId>();
  const [isRefused, setRefused] = useState(false);
  // Constant, so that a retry after a lost response creates no second request.
  const key = useRef(crypto.randomUUID());

  const send = async () => {
    if (isOpen) return (await cancel({ variables: { application: service } })).data?.cancelAccessRequest;
    const variables = { input: { idempotencyKey: key.current, application: service } };
    return (await request({ variables })).data?.requestAccess;
  };
  const press = async () => {
    setMessage(undefined);
    setRefused(false);
    const answer = await send();
    if (!answer) {
      setMessage("portal.request.failed");
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
          onClick={() => void press()}
        >
          {formatMessage({ id: isOpen ? "portal.request.cancel" : "portal.request" })}
          <VisuallyHidden>{` ${title}`}</VisuallyHidden>
        </Button>
      )}
      <p role="status">{message && formatMessage({ id: message })}</p>
    </div>
  );
}
