import { startTransition, useCallback, useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { takeLogoutNotice } from "~/signin/logout";
import { FlashMessage } from "~/ui/flash/FlashMessage";

/** Milliseconds that the notice is shown. */
const timeout = 60_000;

/** Whether the page has to say that the user is logged out, and a function that hides the notice. */
export function useLogoutNotice() {
  const [isShown, setShown] = useState(false);
  // After hydration, since the document is the same for all visitors.
  useEffect(() => {
    if (takeLogoutNotice()) startTransition(() => setShown(true));
  }, []);
  const hide = useCallback(() => setShown(false), []);
  return [isShown, hide] as const;
}

/** Says once after a logout that the user is logged out (AUTH-8). */
export function LogoutNotice({ loginUrl, onHide }: { loginUrl: string; onHide: () => void }) {
  const { formatMessage } = useIntl();
  return (
    <FlashMessage
      flash={{
        type: "success",
        floating: true,
        timeout,
        title: formatMessage({ id: "user.loggedOut" }),
        text: formatMessage({ id: "user.loggedOut.text" }),
        linkText: formatMessage({ id: "user.logInAgain" }),
        to: loginUrl,
      }}
      onHide={onHide}
    />
  );
}
