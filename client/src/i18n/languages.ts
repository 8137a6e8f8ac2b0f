import table from "../../../domain/site/languages.json";

/** The languages of the interface (CONST-1), from the table that the server reads, too. */
const languages: readonly string[] = table.map(({ code }) => code);

/** Returns the interface language of a locale; English for an unsupported language. */
export function interfaceLanguage(locale: string): string {
  const code = locale.split("-", 1)[0]?.toLowerCase();
  return languages.find((l) => l === code) ?? "en";
}
