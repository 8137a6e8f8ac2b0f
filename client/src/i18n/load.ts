import { interfaceLanguage } from "./languages";
import type { Messages } from "./Texts";

/** A part of the texts that is loaded as one. */
export type Area = "site";

const files = import.meta.glob<Messages>("./compiled/*/*.json", { import: "default" });

/** Loads the texts of an area in the language of a locale. */
export async function loadMessages(locale: string, area: Area): Promise<Messages> {
  const load = files[`./compiled/${area}/${interfaceLanguage(locale)}.json`];
  if (!load) throw new Error(`There are no texts of the area ${area}.`);
  return load();
}
