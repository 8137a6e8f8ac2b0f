// Loads the locale data into the browser's process (localeData.ts).
const locale = self.name;
new Intl.NumberFormat(locale).format(1.5);
new Intl.DateTimeFormat(locale).format();
new Intl.DisplayNames(locale, { type: "language" }).of("en");
self.postMessage("loaded");

export {};
