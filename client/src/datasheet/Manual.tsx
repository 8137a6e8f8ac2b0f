import { Document, Link, Text, View } from "@react-pdf/renderer";
import { Contact } from "./Contact";
import { DimensionDrawing } from "./DimensionDrawing";
import { Intro } from "./Intro";
import { figuresOf } from "./manualFigures";
import { manualOf, type ManualSection } from "./manualTexts";
import { PageFrame } from "./PageFrame";
import { describe, type SheetProps } from "./sheetDocument";
import { SpecificationTables } from "./SpecificationTables";
import { columnsOf } from "./specificationTable";
import { styles } from "./styles";

/** The operating manual of a machine (CAT-49). */
export function Manual(props: SheetProps) {
  const { product, intl, siteName } = props;
  const manual = manualOf(props.languageTag, {
    name: product.name,
    series: product.classification?.name ?? product.name,
    figures: figuresOf(columnsOf(product, props.variant)),
  });
  const { title, contents, warning, chapters } = manual;
  const described = describe(props, title, `${title} ${product.name}`);
  const { theme, name, fontFamily, day, metadata } = described;
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
        <Intro product={product} name={name} lead={title} color={theme.accentText} picture={props.picture} />
        <View style={styles.section}>
          <Text style={styles.heading}>{contents}</Text>
          {chapters.map((chapter, i) => (
            <View key={chapter.title} style={styles.entry}>
              <Text style={styles.number}>{i + 1}</Text>
              <View style={styles.value}>
                <Link src={`#chapter-${i + 1}`} style={[styles.link, styles.entryTitle]}>
                  {chapter.title}
                </Link>
                <Text style={styles.highlightText}>{chapter.sections.map((s) => s.title).join("  ·  ")}</Text>
              </View>
            </View>
          ))}
        </View>
        {chapters.map((chapter, i) => (
          <View key={chapter.title} id={`chapter-${i + 1}`} break {...inOutline(chapter.title)}>
            <Text style={[styles.chapter, { borderBottomColor: theme.accent }]} minPresenceAhead={80}>
              {`${i + 1}   ${chapter.title}`}
            </Text>
            {chapter.sections.map((section, k) => (
              <View key={section.title} style={styles.section} {...inOutline(section.title)}>
                <Text style={styles.heading} minPresenceAhead={60}>{`${i + 1}.${k + 1}   ${section.title}`}</Text>
                <SectionBody section={section} warning={warning} described={described} intl={intl} />
              </View>
            ))}
          </View>
        ))}
        <Contact office={props.office} siteName={siteName} url={props.url} intl={intl} />
      </PageFrame>
    </Document>
  );
}

// The library has bookmarks of all elements, its types only those of pages.
const inOutline = (bookmark: string) => ({ bookmark });

function SectionBody({
  section,
  warning,
  described: { theme, columns, dimensions, fontFamily, views },
  intl,
}: {
  section: ManualSection;
  warning: string;
  described: ReturnType<typeof describe>;
  intl: SheetProps["intl"];
}) {
  return (
    <>
      {section.warning && (
        <View style={[styles.warning, { borderLeftColor: theme.accent }]} wrap={false}>
          <Text style={[styles.groupTitle, { color: theme.accentText }]}>{warning}</Text>
          <Text>{section.warning}</Text>
        </View>
      )}
      {section.paragraphs.map((paragraph) => (
        <Text key={paragraph} style={styles.paragraph}>
          {paragraph}
        </Text>
      ))}
      {section.steps.map((step, i) => (
        <View key={step} style={styles.step} wrap={false}>
          <Text style={styles.number}>{i + 1}</Text>
          <Text style={styles.value}>{step}</Text>
        </View>
      ))}
      {section.table && (
        <View>
          <View style={styles.columns} wrap={false}>
            {section.table.head.map((text, i) => (
              <Text key={text} style={[i === 0 ? styles.term : styles.value, styles.columnName]}>
                {text}
              </Text>
            ))}
          </View>
          {section.table.rows.map(({ term, text }) => (
            <View key={term + text} style={styles.row} wrap={false}>
              <Text style={styles.term}>{term}</Text>
              <Text style={styles.value}>{text}</Text>
            </View>
          ))}
        </View>
      )}
      {section.groups && (
        <View style={styles.tables}>
          <SpecificationTables columns={columns} groups={section.groups} color={theme.accentText} intl={intl} />
        </View>
      )}
      {section.hasDrawing && dimensions && (
        <View wrap={false}>
          <DimensionDrawing dimensions={dimensions} views={views} font={fontFamily} />
        </View>
      )}
    </>
  );
}
