import { type ReactNode, startTransition, useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { takeLogoutNotice } from "~/signin/logout";
import { FlashMessage } from "~/ui/flash/FlashMessage";

/** Milliseconds that the notice is shown. */
const timeout = 60_000;

/** Says once after a logout that the user is logged out, in place of the children (AUTH-8). */
export function LogoutNotice({ loginUrl, children }: { loginUrl: string; children: ReactNode }) {
  const { formatMessage } = useIntl();
  const [isShown, setShown] = useState(false);
  // After hydration, since the document is the same for all visitors.
  useEffect(() => {
    if (takeLogoutNotice()) startTransition(() => setShown(true));
  }, []);
  if (!isShown) return children;
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
      onHide={() => setShown(false)}
    />
  );
}
