/** The locale whose formats of numbers and dates a page has (CONST-4); British English if `Intl` does not know it. */
export function formatLocale(locale: string): string {
  try {
    // German numbers are formatted as in Switzerland.
    if (/^de\b/i.test(locale)) return "de-CH";
    // `Intl` takes the United States for English without a country; the texts are British.
    if (/^en$/i.test(locale)) return "en-GB";
    return Intl.NumberFormat.supportedLocalesOf(locale)[0] ?? "en-GB";
  } catch {
    return "en-GB";
  }
}
