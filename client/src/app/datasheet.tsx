import { constants, setPriority } from "node:os";
import { Font, renderToBuffer } from "@react-pdf/renderer";
import { createIntl } from "react-intl";
import { DataSheet } from "~/datasheet/DataSheet";
import { Manual } from "~/datasheet/Manual";
import { splitWord } from "~/datasheet/lineBreaks";
import { registerFonts } from "~/datasheet/sheetFonts";
import type { DataSheetQuery } from "~/graph/generated/graphql";
import { interfaceLanguage } from "~/i18n/languages";
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

const texts = import.meta.glob<Messages>("../i18n/compiled/sheet/*.json", { import: "default" });

// Pages are rendered first if there is not enough CPU time for both.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
registerFonts();
Font.registerHyphenationCallback(splitWord);

async function intlOf(language: string) {
  const messages = await texts[`../i18n/compiled/sheet/${language}.json`]?.();
  if (!messages) throw new Error(`The texts of data sheets cannot be loaded in ${language}.`);
  // German numbers are formatted as in Switzerland (CONST-4).
  return createIntl({ locale: language === "de" ? "de-CH" : language, messages });
}

/** Called by `threads.ts` when this module is loaded. */
export const ready = () => "";

/** The answer to a request, for `threads.ts`: a PDF file. */
export default async function make(input: string): Promise<Uint8Array> {
  const { kind, data, picture, locale, ...rest } = JSON.parse(input) as Input;
  const Content = kind === "MANUAL" ? Manual : DataSheet;
  const language = interfaceLanguage(locale);
  // The texts of manuals are in German and English.
  const isTranslated = kind === "SHEET" || language === "de";
  const resolution = data.resolve;
  if (resolution.__typename !== "PageResolution" || resolution.catalog?.__typename !== "Product")
    throw new Error(`${rest.url} is not the page of a product.`);
  return renderToBuffer(
    <Content
      {...rest}
      product={resolution.catalog}
      office={data.expert}
      siteName={resolution.site.name}
      theme={resolution.theme}
      languageTag={isTranslated ? resolution.locale.languageTag : "en"}
      picture={picture ? Buffer.from(picture, "base64") : undefined}
      intl={await intlOf(isTranslated ? language : "en")}
    />,
  );
}
