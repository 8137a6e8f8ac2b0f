/** A language's own name for menus: capitalized, although some languages write it in lower case within sentences. */
export function languageName({ languageCode, nativeName }: { languageCode: string; nativeName: string }): string {
  return nativeName.charAt(0).toLocaleUpperCase(languageCode) + nativeName.slice(1);
}
