import type { ComponentProps, ReactNode } from "react";
import { IntlProvider } from "react-intl";

/** Texts of one language, compiled, by their ids. */
export type Messages = NonNullable<ComponentProps<typeof IntlProvider>["messages"]>;

/**
 * Speaks one language to everything below it. The locale decides figures and dates too; what is no locale the engine knows
 * is taken for English, since an unknown one would stop the app.
 */
export function Texts({ locale, messages, children }: { locale: string; messages: Messages; children: ReactNode }) {
  return (
    <IntlProvider locale={supported(locale)} messages={messages} onError={report}>
      {children}
    </IntlProvider>
  );
}

function supported(locale: string): string {
  try {
    // German figures are the Swiss ones (CONST-4).
    if (/^de\b/i.test(locale)) return "de-CH";
    return Intl.NumberFormat.supportedLocalesOf(locale)[0] ?? "en";
  } catch {
    return "en";
  }
}

/** A text that is missing shows its id; the checks find it before a visitor does. */
function report(error: Error) {
  console.error(error.message);
}
