import type { ReactNode } from "react";
import { createIntl, type IntlShape, RawIntlProvider } from "react-intl";
import { formatLocale } from "./formatLocale";

/** The compiled texts of one language, by id. */
export type Messages = IntlShape["messages"];

/**
 * Provides texts, number and date formats of a locale. A locale that `Intl` does not know is replaced by English, since
 * it would make formatting throw.
 */
export function Texts({ locale, messages, children }: { locale: string; messages: Messages; children: ReactNode }) {
  return <RawIntlProvider value={intlOf(locale, messages)}>{children}</RawIntlProvider>;
}

/**
 * The formatters by texts and locale. Each text and format is prepared at its first use; the server renders all pages
 * of a locale with the same ones.
 */
const formatters = new WeakMap<Messages, Map<string, IntlShape>>();

function intlOf(locale: string, messages: Messages): IntlShape {
  const byLocale = formatters.get(messages) ?? new Map<string, IntlShape>();
  formatters.set(messages, byLocale);
  const supported = formatLocale(locale);
  const intl =
    byLocale.get(supported) ?? withPrintedNumbers(createIntl({ locale: supported, messages, onError: report }));
  byLocale.set(supported, intl);
  return intl;
}

/** Replaces the formatters of numbers, also those in texts, by ones that write signs as the server does (CAT-39). */
function withPrintedNumbers(intl: IntlShape): IntlShape {
  const { getNumberFormat } = intl.formatters;
  intl.formatNumber = (value, options) => intl.formatNumberToParts(value, options).map(printed).join("");
  intl.formatters.getNumberFormat = (...parameters) => {
    const format = getNumberFormat(...parameters);
    const print = (value: number) => format.formatToParts(value).map(printed).join("");
    return Object.create(format, { format: { value: print } }) as Intl.NumberFormat;
  };
  return intl;
}

/** The signs of the server (`domain/quantity/format.go`). Those of `Intl` differ between the versions of CLDR. */
function printed({ type, value }: Intl.NumberFormatPart): string {
  if (type === "minusSign") return "−";
  return type === "group" ? value.replace("'", "’").replace("\u00a0", "\u202f") : value;
}

/** Logs a missing text; its id is shown instead. `make lint` finds missing texts. */
function report(error: Error) {
  console.error(error.message);
}
