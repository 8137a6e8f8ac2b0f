import { type ReactNode, useState, useSyncExternalStore } from "react";
import { FrameMemory, FrameMemoryProvider } from "~/features/frame/frameMemory";
import { subscribeTexts, textsOf } from "~/i18n/textBundles";
import { Texts } from "~/i18n/Texts";
import { type Account, AccountProvider } from "~/lib/account";
import { OriginProvider } from "~/lib/origin";
import { FormReturn, FormReturnProvider } from "~/lib/returnedForm";
import type { ReturnedForm } from "~/lib/screenData";
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
  const [frameMemory] = useState(() => new FrameMemory());
  const [formReturn] = useState(() => new FormReturn(form));
  return (
    <Texts locale={locale} messages={messages}>
      <OriginProvider value={origin}>
        <FormReturnProvider value={formReturn}>
          <AccountProvider value={account}>
            <FrameMemoryProvider value={frameMemory}>{children}</FrameMemoryProvider>
          </AccountProvider>
        </FormReturnProvider>
      </OriginProvider>
    </Texts>
  );
}
