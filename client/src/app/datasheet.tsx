import { constants, setPriority } from "node:os";
import { Font, renderToBuffer } from "@react-pdf/renderer";
import { createIntl } from "react-intl";
import { threadTask } from "~/app/threadTask";
import { DataSheet } from "~/datasheet/DataSheet";
import { Manual } from "~/datasheet/Manual";
import { splitWord } from "~/datasheet/lineBreaks";
import { registerFonts } from "~/datasheet/sheetFonts";
import { prepareTexts } from "~/datasheet/sheetGlyphs";
import { sheetThemes } from "~/datasheet/sheetTheme";
import type { DataSheetQuery } from "~/graph/generated/graphql";
import { formatLocale } from "~/i18n/formatLocale";
import { interfaceLanguage } from "~/i18n/languages";
import { spell } from "~/i18n/spelling";
import type { Messages } from "~/i18n/Texts";

/** A request for a document about a product; the other side is `edge/render` in Go. */
interface Input {
  kind: "SHEET" | "MANUAL";
  data: DataSheetQuery;
  locale: string;
  url: string;
  variant: string;
  system: "METRIC" | "IMPERIAL";
  date: string;
  /** Base64. */
  picture: string | null;
}

const messages = import.meta.glob<Messages>("../i18n/compiled/sheet/*.json", { import: "default" });

// Pages are rendered first if there is not enough CPU time for both.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
registerFonts();
Font.registerHyphenationCallback(splitWord);

async function intlOf(locale: string) {
  const language = interfaceLanguage(locale);
  const loaded = await messages[`../i18n/compiled/sheet/${language}.json`]?.();
  if (!loaded) throw new Error(`The texts of data sheets cannot be loaded in ${language}.`);
  return createIntl({ locale: formatLocale(language), messages: spell(locale, loaded) });
}

/** Called by `threads.ts` when this module is loaded. */
export const ready = () => "";

/** The answer to a request: a PDF file. */
async function make(input: string): Promise<Uint8Array> {
  const { kind, data, picture, locale, ...rest } = JSON.parse(input) as Input;
  const Content = kind === "MANUAL" ? Manual : DataSheet;
  const language = interfaceLanguage(locale);
  // The texts of manuals are in German and English.
  const isTranslated = kind === "SHEET" || language === "de";
  const { resolve: resolution } = data;
  if (resolution.__typename !== "PageResolution" || resolution.catalog?.__typename !== "Product")
    throw new Error(`${rest.url} is not the page of a product.`);
  const languageTag = isTranslated ? resolution.locale.languageTag : "en";
  const intl = await intlOf(isTranslated ? locale : "en");
  const { texts, families } = await prepareTexts(
    { product: resolution.catalog, office: data.expert, siteName: resolution.site.name },
    JSON.stringify(intl.messages),
    sheetThemes[resolution.theme].font,
    languageTag,
  );
  return renderToBuffer(
    <Content
      {...rest}
      {...texts}
      theme={resolution.theme}
      fontFamily={families}
      languageTag={languageTag}
      picture={picture ? Buffer.from(picture, "base64") : undefined}
      intl={intl}
    />,
  );
}

/** The answer to a request, for `threads.ts`. */
export default threadTask(make);
