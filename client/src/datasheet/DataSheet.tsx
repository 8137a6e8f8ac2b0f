import { Document, Text, View } from "@react-pdf/renderer";
import type { DataSheetProductFragment } from "~/graph/generated/graphql";
import { Contact } from "./Contact";
import { DimensionDrawing } from "./DimensionDrawing";
import { Intro } from "./Intro";
import { PageFrame } from "./PageFrame";
import { plain } from "./plain";
import { Section } from "./Section";
import { describe, type SheetProps } from "./sheetDocument";
import { SpecificationTables } from "./SpecificationTables";
import { styles } from "./styles";

/** The data sheet of a product (CAT-47, CAT-48). */
export function DataSheet(props: SheetProps) {
  const { product, intl, siteName } = props;
  const title = intl.formatMessage({ id: "sheet.title" });
  const subject = intl.formatMessage({ id: "sheet.subject" }, { name: product.name });
  const { theme, columns, dimensions, name, fontFamily, day, views, metadata } = describe(props, title, subject);
  const highlights = product.highlights.slice(0, maxHighlights);
  return (
    <Document {...metadata}>
      <PageFrame
        siteName={siteName}
        about={`${title}  ·  ${name}`}
        bookmark={name}
        accent={theme.accent}
        fontFamily={fontFamily}
        day={day}
        intl={intl}
      >
        <Intro
          product={product}
          name={name}
          lead={product.shortDescription}
          color={theme.accentText}
          picture={props.picture}
        />
        <KeyFigures figures={product.keyFigures ?? []} color={theme.accentText} />
        {product.longDescription && (
          <Section title={intl.formatMessage({ id: "sheet.description" })}>
            {product.longDescription.split(/\n\s*\n/).map((paragraph, i) => (
              <Text key={i} style={styles.paragraph}>
                {plain(paragraph)}
              </Text>
            ))}
          </Section>
        )}
        {highlights.length > 0 && (
          <Section title={intl.formatMessage({ id: "sheet.highlights" })} unbroken>
            <View style={styles.highlights}>
              {highlights.map((h) => (
                <View key={h.name} style={[styles.highlight, { borderLeftColor: theme.accent }]} wrap={false}>
                  <Text style={styles.highlightName}>{h.name}</Text>
                  {h.shortDescription && <Text style={styles.highlightText}>{plain(h.shortDescription)}</Text>}
                </View>
              ))}
            </View>
          </Section>
        )}
        {product.capabilities.length > 0 && (
          <Section title={intl.formatMessage({ id: "sheet.capabilities" })} unbroken>
            <Text>{product.capabilities.map((c) => c.name).join("  ·  ")}</Text>
          </Section>
        )}
        {columns.some((column) => column.rows.length > 0) && (
          <Section
            title={intl.formatMessage({ id: "sheet.technicalData" })}
            note={intl.formatMessage({ id: `sheet.system.${props.system}` })}
          >
            <SpecificationTables columns={columns} color={theme.accentText} intl={intl} />
          </Section>
        )}
        {dimensions && (
          <Section
            title={intl.formatMessage({ id: "sheet.dimensions" })}
            note={columns.length > 1 ? dimensions.column : undefined}
            unbroken
          >
            <DimensionDrawing dimensions={dimensions} views={views} font={fontFamily} />
          </Section>
        )}
        <Contact office={props.office} siteName={siteName} url={props.url} intl={intl} />
      </PageFrame>
    </Document>
  );
}

/** More highlights would not fit on a page. */
const maxHighlights = 8;

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
        <View key={f.name} style={styles.figure}>
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
