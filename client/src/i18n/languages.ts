/** The languages of the interface (CONST-1). */
export const languages = ["en", "de", "fr", "es", "pt", "cs", "hu", "ro", "sk", "ja", "zh"] as const;

export type InterfaceLanguage = (typeof languages)[number];

/** Returns the interface language of a locale; English for an unsupported language. */
export function interfaceLanguage(locale: string): InterfaceLanguage {
  const code = locale.split("-", 1)[0]?.toLowerCase();
  return languages.find((l) => l === code) ?? "en";
}
