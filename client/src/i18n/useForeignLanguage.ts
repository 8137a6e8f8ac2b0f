import { useIntl } from "react-intl";

/** Returns a function for the attribute `lang` of a text: its language, or undefined if it is that of the page. */
export function useForeignLanguage(): (tag: string) => string | undefined {
  const { locale } = useIntl();
  const languageOf = (tag: string) => new Intl.Locale(tag).language;
  return (tag) => (languageOf(tag) === languageOf(locale) ? undefined : tag);
}
