import table from "../../../domain/site/languages.json";

interface Language {
  code: string;
  /** How some countries write the language otherwise than its texts (LOC-19). */
  spellings?: readonly { countries: readonly string[]; letters: Readonly<Record<string, string>> }[];
}

/** The languages of the interface (CONST-1), from the table that the server reads, too. */
export const languages: readonly Language[] = table;

/** Returns the interface language of a locale; English for an unsupported language. */
export function interfaceLanguage(locale: string): string {
  const code = locale.split("-", 1)[0]?.toLowerCase();
  return languages.find((l) => l.code === code)?.code ?? "en";
}
