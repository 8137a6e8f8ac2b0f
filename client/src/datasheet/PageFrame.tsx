import type { ReactNode } from "react";
import { Page, Text, View } from "@react-pdf/renderer";
import type { IntlShape } from "react-intl";
import { regular } from "./sheetFonts";
import { styles } from "./styles";

interface Props {
  siteName: string;
  /** The text at the right of the header. */
  about: string;
  /** The title of the page in the outline. */
  bookmark: string;
  accent: string;
  fontFamily: string[];
  /** The date in the language of the document. */
  day: string;
  intl: IntlShape;
  children: ReactNode;
}

/** The pages of a document, with header and footer. */
export function PageFrame({ siteName, about, bookmark, accent, fontFamily, day, intl, children }: Props) {
  const made = intl.formatMessage({ id: "sheet.made" }, { date: day });
  return (
    <Page size="A4" style={[styles.page, { fontFamily, fontWeight: regular }]} bookmark={bookmark}>
      <View style={styles.header} fixed>
        <View style={styles.site}>
          <View style={[styles.mark, { backgroundColor: accent }]} />
          <Text style={styles.siteName}>{siteName}</Text>
        </View>
        <Text style={styles.kind}>{about}</Text>
      </View>
      <View style={styles.footer} fixed>
        <Text>{`${made}   ${intl.formatMessage({ id: "sheet.changes" })}`}</Text>
        <Text
          render={({ pageNumber, totalPages }) =>
            intl.formatMessage({ id: "sheet.pageNumber" }, { page: pageNumber, pages: totalPages })
          }
        />
      </View>
      {children}
    </Page>
  );
}
