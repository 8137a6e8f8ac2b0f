import { useMutation } from "@apollo/client/react";
import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import { CancelAccessRequestDocument, type PortalService, RequestAccessDocument } from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { Button } from "~/ui/button/Button";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";

export interface AccessRequestProps {
  service: PortalService;
  /** The name of the service. */
  title: string;
  /** Whether the user has an open request, which can be withdrawn. */
  isOpen: boolean;
  className?: string | undefined;
  /** Called after the request was sent or withdrawn. */
  onChanged: () => Promise<void>;
}

/** Requests access to a service, or withdraws the open request. */
export function AccessRequest({ service, title, isOpen, className, onChanged }: AccessRequestProps) {
  const { formatMessage } = useIntl();
  const [request, { loading: isRequesting }] = useMutation(RequestAccessDocument, signedIn);
  const [cancel, { loading: isCancelling }] = useMutation(CancelAccessRequestDocument, signedIn);
  const [message, setMessage] = useState("");
  // Constant, so that a retry after a lost response creates no second request.
  const key = useRef(crypto.randomUUID());

  const press = async () => {
    setMessage("");
    const variables = { input: { idempotencyKey: key.current, application: service } };
    const { data } = isOpen ? await cancel({ variables: { application: service } }) : await request({ variables });
    if (!data) {
      setMessage(formatMessage({ id: "portal.request.failed" }));
      return;
    }
    key.current = crypto.randomUUID();
    setMessage(formatMessage({ id: isOpen ? "portal.request.cancelled" : "portal.request.done" }));
    await onChanged();
  };
  return (
    <div className={className}>
      <Button
        variant={isOpen ? "quiet" : "secondary"}
        size={isOpen ? "small" : "medium"}
        loading={isRequesting || isCancelling}
        onClick={() => void press()}
      >
        {formatMessage({ id: isOpen ? "portal.request.cancel" : "portal.request" })}
        <VisuallyHidden>{` ${title}`}</VisuallyHidden>
      </Button>
      <p role="status">{message}</p>
    </div>
  );
}
