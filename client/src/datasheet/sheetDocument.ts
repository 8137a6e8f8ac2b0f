import type { IntlShape } from "react-intl";
import type { DataSheetOfficeFragment, DataSheetProductFragment } from "~/graph/generated/graphql";
import type { ThemeName } from "~/theme/themes";
import { sheetThemes } from "./sheetTheme";
import { columnsOf, dimensionsOf } from "./specificationTable";

/** The data of a document about a product. */
export interface SheetProps {
  product: DataSheetProductFragment;
  /** The office that serves the country of the locale. */
  office: DataSheetOfficeFragment | null | undefined;
  siteName: string;
  theme: ThemeName;
  /** The families that together print all texts. */
  fontFamily: string[];
  languageTag: string;
  /** The absolute URL of the product's page. */
  url: string;
  /** The id of the only variant; empty for all. */
  variant: string;
  system: "METRIC" | "IMPERIAL";
  /** `2026-11-26`. */
  date: string;
  picture: Buffer | undefined;
  intl: IntlShape;
}

/** What all documents of a product derive from its data. `title` is the kind of the document. */
export function describe(props: SheetProps, title: string, subject: string) {
  const { product, siteName, languageTag, intl } = props;
  const theme = sheetThemes[props.theme];
  const columns = columnsOf(product, props.variant);
  const variant = props.variant ? columns[0]?.name : undefined;
  const name = [product.name, variant].filter(Boolean).join(" – ");
  const made = new Date(`${props.date}T00:00:00Z`);
  const keywords = [product.name, product.brand?.name, product.classification?.name].concat(
    product.capabilities.map((c) => c.name),
  );
  return {
    theme,
    columns,
    dimensions: dimensionsOf(columns),
    name,
    fontFamily: props.fontFamily,
    day: intl.formatDate(made, { dateStyle: "long", timeZone: "UTC" }),
    views: {
      front: intl.formatMessage({ id: "sheet.view.front" }),
      side: intl.formatMessage({ id: "sheet.view.side" }),
      top: intl.formatMessage({ id: "sheet.view.top" }),
    },
    /** The properties of `Document`. The dates are those of the data, so that equal data gives equal files. */
    metadata: {
      title: `${name} – ${title}`,
      author: siteName,
      creator: siteName,
      producer: "Strand",
      subject,
      keywords: keywords.filter(Boolean).join(", "),
      language: languageTag,
      creationDate: made,
      modificationDate: made,
      pageLayout: "singlePage" as const,
    },
  };
}
