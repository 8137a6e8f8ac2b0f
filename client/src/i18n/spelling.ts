import { interfaceLanguage, languages } from "./languages";

/** Returns the letters that the country of a locale writes otherwise than the texts of its language (LOC-19). */
export function spellingOf(locale: string): Readonly<Record<string, string>> | undefined {
  const country = locale.split("-", 2)[1]?.toUpperCase();
  const language = languages.find((l) => l.code === interfaceLanguage(locale));
  return country ? language?.spellings?.find(({ countries }) => countries.includes(country))?.letters : undefined;
}

/** Spells texts, or an object with texts, as the country of a locale does (LOC-19). */
export function spell<T>(locale: string, texts: T): T {
  const letters = spellingOf(locale);
  if (!letters) return texts;
  const entries = Object.entries(letters);
  return spellWith((text) => entries.reduce((spelled, [from, to]) => spelled.replaceAll(from, to), text), texts) as T;
}

function spellWith(write: (text: string) => string, value: unknown): unknown {
  if (typeof value === "string") return write(value);
  if (Array.isArray(value)) return value.map((item) => spellWith(write, item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, spellWith(write, inner)]));
}
