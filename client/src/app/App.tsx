import { type ReactNode, useState, useSyncExternalStore } from "react";
import { LastFrame, LastFrameProvider } from "~/features/frame/lastFrame";
import { subscribeTexts, textsOf } from "~/i18n/textBundles";
import { Texts } from "~/i18n/Texts";
import { type Account, AccountProvider } from "~/lib/account/account";
import { OriginProvider } from "~/lib/url/origin";
import { ReturnedFormStore, ReturnedFormProvider } from "~/lib/document/returnedForm";
import type { ReturnedForm } from "~/lib/screen/screenData";
import "~/theme/index.css";

export interface AppProps {
  /** Scheme and host of the request. */
  origin: string;
  /** The locale of texts, numbers and dates: `de-CH`. */
  locale: string;
  account: Account;
  /** The result of a form that was submitted without JavaScript. */
  form?: ReturnedForm | undefined;
  children: ReactNode;
}

/** Provides what all routes of a visit share. */
export function App({ origin, locale, account, form, children }: AppProps) {
  const current = () => textsOf(locale);
  const messages = useSyncExternalStore(subscribeTexts, current, current);
  const [lastFrame] = useState(() => new LastFrame());
  const [returnedFormStore] = useState(() => new ReturnedFormStore(form));
  return (
    <Texts locale={locale} messages={messages}>
      <OriginProvider value={origin}>
        <ReturnedFormProvider value={returnedFormStore}>
          <AccountProvider value={account}>
            <LastFrameProvider value={lastFrame}>{children}</LastFrameProvider>
          </AccountProvider>
        </ReturnedFormProvider>
      </OriginProvider>
    </Texts>
  );
}
