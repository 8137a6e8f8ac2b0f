import type { ComponentProps, ReactNode } from "react";
import { IntlProvider } from "react-intl";

/** The compiled texts of one language, by id. */
export type Messages = NonNullable<ComponentProps<typeof IntlProvider>["messages"]>;

/**
 * Provides texts, number and date formats of a locale. A locale that `Intl` does not know is replaced by English, since
 * it would make formatting throw.
 */
export function Texts({ locale, messages, children }: { locale: string; messages: Messages; children: ReactNode }) {
  return (
    <IntlProvider locale={supportedLocale(locale)} messages={messages} onError={report}>
      {children}
    </IntlProvider>
  );
}

function supportedLocale(locale: string): string {
  try {
    // German numbers are formatted as in Switzerland (CONST-4).
    if (/^de\b/i.test(locale)) return "de-CH";
    return Intl.NumberFormat.supportedLocalesOf(locale)[0] ?? "en";
  } catch {
    return "en";
  }
}

/** Logs a missing text; its id is shown instead. `make lint` finds missing texts. */
function report(error: Error) {
  console.error(error.message);
}
