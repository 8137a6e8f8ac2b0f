import { Link, Text, View } from "@react-pdf/renderer";
import type { IntlShape } from "react-intl";
import type { DataSheetOfficeFragment } from "~/graph/generated/graphql";
import { QrCode } from "./QrCode";
import { Section } from "./Section";
import { paper } from "./sheetTheme";
import { styles } from "./styles";

interface Props {
  office: DataSheetOfficeFragment | null | undefined;
  siteName: string;
  /** The absolute URL of the product's page. */
  url: string;
  intl: IntlShape;
}

/** The office for the country, and a QR code with the URL of the page. */
export function Contact({ office, siteName, url, intl }: Props) {
  return (
    <Section title={intl.formatMessage({ id: "sheet.contact" })} unbroken>
      <View style={styles.closing}>
        {office ? <Office office={office} /> : <Text style={[styles.contact, styles.contactName]}>{siteName}</Text>}
        <View style={styles.code}>
          <QrCode url={url} size={62} />
          <Link src={url} style={[styles.codeText, { textDecoration: "none" }]}>
            {intl.formatMessage({ id: "sheet.page" })}
          </Link>
        </View>
      </View>
    </Section>
  );
}

function Office({ office }: { office: DataSheetOfficeFragment }) {
  return (
    <View style={styles.contact}>
      <Text style={styles.contactName}>{office.name}</Text>
      {office.address?.split("\n").map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      {office.country && <Text>{office.country.displayName}</Text>}
      {office.phone && <Text style={{ color: paper.muted }}>{office.phone}</Text>}
      {office.email && (
        <Link src={`mailto:${office.email}`} style={styles.link}>
          {office.email}
        </Link>
      )}
      {office.website && (
        <Link src={office.website} style={styles.link}>
          {office.website.replace(/^https?:\/\//, "")}
        </Link>
      )}
    </View>
  );
}
