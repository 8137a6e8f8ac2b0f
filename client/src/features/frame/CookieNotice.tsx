import { useDeferredValue } from "react";
import { useIntl } from "react-intl";
import { readConfig } from "~/lib/document/config";
import { useCookie } from "~/ui/cookie/useCookie";
import { FlashMessage } from "~/ui/flash/FlashMessage";

/** Cookie that records that the notice was dismissed. */
const cookieName = "strand-cookies-seen";
/** Milliseconds that the notice is shown. */
const timeout = 20_000;

/**
 * Explains once what cookies are used for (PAGE-26). All cookies are necessary, so none can be refused. It is the first
 * element in the order of the Tab key, and not shown in previews, whose pages it would cover.
 */
export function CookieNotice() {
  const { formatMessage } = useIntl();
  const [cookie, see] = useCookie(cookieName, "true");
  // Deferred, since React renders store changes synchronously: the notice is not part of the server-rendered document.
  const seen = useDeferredValue(cookie);
  if (seen || readConfig().base !== undefined) return null;
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
