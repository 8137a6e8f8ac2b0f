/** A language's own name as it stands in a menu: with a capital, also where sentences spell it without. */
export function languageName({ languageCode, nativeName }: { languageCode: string; nativeName: string }): string {
  return nativeName.charAt(0).toLocaleUpperCase(languageCode) + nativeName.slice(1);
}
