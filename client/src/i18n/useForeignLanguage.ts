import { useIntl } from "react-intl";

const languageOf = (tag: string) => tag.split("-", 1)[0]?.toLowerCase();

/** Returns a function for the attribute `lang` of a text: its language, or undefined if it is that of the page. */
export function useForeignLanguage(): (tag: string) => string | undefined {
  const { locale } = useIntl();
  return (tag) => (languageOf(tag) === languageOf(locale) ? undefined : tag);
}
