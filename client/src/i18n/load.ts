import { interfaceLanguage } from "./languages";
import type { Messages } from "./Texts";

/** A part of the texts that is loaded as one. */
export type Area = "site";

const files = import.meta.glob<Messages>("./compiled/*/*.json", { import: "default" });

/** Loads the texts of some areas in the language of a locale. */
export async function loadMessages(locale: string, areas: readonly Area[]): Promise<Messages> {
  const language = interfaceLanguage(locale);
  const loaded = await Promise.all(areas.map((area) => files[`./compiled/${area}/${language}.json`]?.()));
  return Object.assign({}, ...loaded) as Messages;
}
