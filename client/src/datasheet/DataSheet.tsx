import { Document, Image, Link, Page, Text, View } from "@react-pdf/renderer";
import type { IntlShape } from "react-intl";
import type { DataSheetOfficeFragment, DataSheetProductFragment } from "~/graph/generated/graphql";
import type { ThemeName } from "~/theme/themes";
import { DimensionDrawing } from "./DimensionDrawing";
import { plain } from "./plain";
import { QrCode } from "./QrCode";
import { Section } from "./Section";
import { fontsFor, regular } from "./sheetFonts";
import { paper, sheetThemes } from "./sheetTheme";
import { columnsOf, dimensionsOf } from "./specificationTable";
import { SpecificationTables } from "./SpecificationTables";
import { styles } from "./styles";

export interface DataSheetProps {
  product: DataSheetProductFragment;
  /** The office that serves the country of the locale. */
  office: DataSheetOfficeFragment | null | undefined;
  siteName: string;
  theme: string;
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

/** The data sheet of a product (CAT-47, CAT-48). */
export function DataSheet(props: DataSheetProps) {
  const { product, intl, siteName, languageTag, date } = props;
  const theme = sheetThemes[props.theme as ThemeName] ?? sheetThemes.Default;
  const columns = columnsOf(product, props.variant);
  const dimensions = dimensionsOf(columns);
  // All texts of the document: one character that the theme's font does not have adds the second font.
  const texts = JSON.stringify([product, props.office, siteName, intl.messages]);
  const fontFamily = fontsFor(texts, theme.font, languageTag);
  const t = (id: keyof typeof sections) => intl.formatMessage({ id: sections[id] });
  const title = intl.formatMessage({ id: "sheet.title" });
  const day = intl.formatDate(`${date}T00:00:00Z`, { dateStyle: "long", timeZone: "UTC" });
  const variant = props.variant ? columns[0]?.name : undefined;
  const name = [product.name, variant].filter(Boolean).join(" – ");
  const system = intl.formatMessage({ id: `sheet.system.${props.system}` });
  return (
    <Document
      title={`${name} – ${title}`}
      author={siteName}
      creator={siteName}
      producer="Strand"
      subject={intl.formatMessage({ id: "sheet.subject" }, { name })}
      keywords={[
        product.name,
        product.brand?.name,
        product.classification?.name,
        ...product.capabilities.map((c) => c.name),
      ]
        .filter(Boolean)
        .join(", ")}
      language={languageTag}
      creationDate={new Date(`${date}T00:00:00Z`)}
      modificationDate={new Date(`${date}T00:00:00Z`)}
      pageLayout="singlePage"
    >
      <Page size="A4" style={[styles.page, { fontFamily, fontWeight: regular }]} bookmark={name}>
        <View style={styles.header} fixed>
          <View style={styles.site}>
            <View style={[styles.mark, { backgroundColor: theme.accent }]} />
            <Text style={styles.siteName}>{siteName}</Text>
          </View>
          <Text style={styles.kind}>{`${title}  ·  ${name}`}</Text>
        </View>
        <View style={styles.footer} fixed>
          <Text>{`${intl.formatMessage({ id: "sheet.made" }, { date: day })}   ${intl.formatMessage({ id: "sheet.changes" })}`}</Text>
          <Text
            render={({ pageNumber, totalPages }) =>
              intl.formatMessage({ id: "sheet.pageNumber" }, { page: pageNumber, pages: totalPages })
            }
          />
        </View>
        <View style={styles.intro}>
          <View style={styles.introText}>
            <Text style={[styles.overline, { color: theme.accentText }]}>
              {[product.brand?.name, product.classification?.name].filter(Boolean).join("  ·  ")}
            </Text>
            <Text style={styles.title}>{name}</Text>
            {product.shortDescription && <Text style={styles.lead}>{product.shortDescription}</Text>}
          </View>
          {props.picture && <Image style={styles.picture} src={{ data: props.picture, format: "jpg" }} />}
        </View>
        <KeyFigures figures={product.keyFigures ?? []} color={theme.accentText} />
        {product.longDescription && (
          <Section title={t("description")}>
            {product.longDescription.split(/\n\s*\n/).map((paragraph, i) => (
              <Text key={i} style={styles.paragraph}>
                {plain(paragraph)}
              </Text>
            ))}
          </Section>
        )}
        {product.highlights.length > 0 && (
          <Section title={t("highlights")} unbroken>
            <View style={styles.highlights}>
              {product.highlights.map((h) => (
                <View key={h.name} style={[styles.highlight, { borderLeftColor: theme.accent }]} wrap={false}>
                  <Text style={styles.highlightName}>{h.name}</Text>
                  {h.shortDescription && <Text style={styles.highlightText}>{plain(h.shortDescription)}</Text>}
                </View>
              ))}
            </View>
          </Section>
        )}
        {product.capabilities.length > 0 && (
          <Section title={t("capabilities")} unbroken>
            <Text>{product.capabilities.map((c) => c.name).join("  ·  ")}</Text>
          </Section>
        )}
        <SpecificationTables
          title={t("technicalData")}
          system={system}
          columns={columns}
          color={theme.accentText}
          groupName={(group) => intl.formatMessage({ id: `sheet.group.${group}` })}
        />
        {dimensions && (
          <Section title={t("dimensions")} note={columns.length > 1 ? dimensions.column : undefined} unbroken>
            <DimensionDrawing
              dimensions={{ ...dimensions, texts: dimensions.texts.map(plain) as [string, string, string] }}
              views={{
                front: intl.formatMessage({ id: "sheet.view.front" }),
                side: intl.formatMessage({ id: "sheet.view.side" }),
                top: intl.formatMessage({ id: "sheet.view.top" }),
              }}
              font={fontFamily}
            />
          </Section>
        )}
        <Section title={t("contact")} unbroken>
          <View style={styles.closing}>
            <Office office={props.office} siteName={siteName} />
            <View style={styles.code}>
              <QrCode url={props.url} size={62} />
              <Link src={props.url} style={[styles.codeText, { textDecoration: "none" }]}>
                {intl.formatMessage({ id: "sheet.page" })}
              </Link>
            </View>
          </View>
        </Section>
      </Page>
    </Document>
  );
}

/** The ids of the headings. */
const sections = {
  description: "sheet.description",
  highlights: "sheet.highlights",
  capabilities: "sheet.capabilities",
  technicalData: "sheet.technicalData",
  dimensions: "sheet.dimensions",
  contact: "sheet.contact",
} as const;

function KeyFigures({
  figures,
  color,
}: {
  figures: NonNullable<DataSheetProductFragment["keyFigures"]>;
  color: string;
}) {
  if (figures.length === 0) return null;
  return (
    <View style={styles.figures} wrap={false}>
      {figures.map((f) => (
        <View key={f.name + f.unit} style={styles.figure}>
          <Text style={[styles.figureValue, { color }]}>
            {plain(f.value)}
            {f.unit && <Text style={styles.figureUnit}>{` ${f.unit}`}</Text>}
          </Text>
          <Text style={styles.figureName}>{f.name}</Text>
        </View>
      ))}
    </View>
  );
}

function Office({ office, siteName }: { office: DataSheetProps["office"]; siteName: string }) {
  if (!office) return <Text style={[styles.contact, styles.contactName]}>{siteName}</Text>;
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
