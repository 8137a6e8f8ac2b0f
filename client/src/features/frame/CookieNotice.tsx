import { useDeferredValue } from "react";
import { useIntl } from "react-intl";
import { useCookie } from "~/ui/cookie/useCookie";
import { FlashMessage } from "~/ui/flash/FlashMessage";

/** Remembers that the notice was seen. */
const cookieName = "strand-cookies-seen";
/** Milliseconds: long enough to be read. */
const timeout = 20_000;

/** Says once what cookies are for (PAGE-26). There is none to refuse: all of them are needed. */
export function CookieNotice() {
  const { formatMessage } = useIntl();
  const [cookie, see] = useCookie(cookieName, "true");
  // Deferred, since React renders a changed store synchronously: the notice is not part of the document.
  const seen = useDeferredValue(cookie);
  if (seen) return null;
  return (
    <FlashMessage
      flash={{
        floating: true,
        timeout,
        text: formatMessage({ id: "cookies.text" }),
        linkText: formatMessage({ id: "cookies.understood" }),
      }}
      onHide={() => see("true")}
    />
  );
}
