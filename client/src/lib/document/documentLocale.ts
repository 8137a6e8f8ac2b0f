/**
 * The code of the document's locale: `zh-TW`. The document's language is that of its texts (`zh-Hans`), which is the
 * same for several locales.
 */
export function documentLocale(): string {
  const { dataset, lang } = document.documentElement;
  return dataset.locale ?? lang;
}
