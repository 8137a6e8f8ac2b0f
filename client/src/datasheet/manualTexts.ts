import type { SpecificationGroupKind } from "~/graph/generated/graphql";
import { interfaceLanguage } from "~/i18n/languages";
import { spell } from "~/i18n/spelling";
import type { ManualFigures } from "./manualFigures";
import german from "./manuals/de.json";
import english from "./manuals/en.json";

/** A part of a chapter. */
export interface ManualSection {
  title: string;
  /** A warning in a frame above the text. */
  warning?: string | undefined;
  paragraphs: readonly string[];
  /** Numbered instructions. */
  steps: readonly string[];
  /** Rows of two columns with their headings. */
  table?: { head: readonly string[]; rows: readonly { term: string; text: string }[] } | undefined;
  /** The technical data of these groups. */
  groups?: readonly SpecificationGroupKind[] | undefined;
  /** The dimensions are drawn below the text. */
  hasDrawing: boolean;
}

export interface Manual {
  /** The kind of the document. */
  title: string;
  contents: string;
  warning: string;
  chapters: readonly { title: string; sections: readonly ManualSection[] }[];
}

/**
 * A text of the files in manuals/. It is left out if the machine lacks the figure that it needs, or one of its
 * placeholders, such as `{weight}`; so is a part in brackets.
 */
type Text = string | { needs: string; text: string };

/** The content of a file in manuals/. A section is left out if the machine has none of the figures that it needs. */
interface ManualFile {
  title: string;
  contents: string;
  warning: string;
  chapters: readonly {
    title: string;
    sections: readonly {
      title: string;
      needs?: readonly string[];
      warning?: Text;
      paragraphs?: readonly Text[];
      steps?: readonly Text[];
      table?: {
        head: readonly string[];
        rows: readonly (readonly string[] | { needs: string; row: readonly string[] })[];
      };
      groups?: readonly string[];
      hasDrawing?: boolean;
    }[];
  }[];
}

const files: Record<string, ManualFile> = { de: german, en: english };

/** The manual of a machine of a series in German, else in English. */
export function manualOf(locale: string, machine: { name: string; series: string; figures: ManualFigures }): Manual {
  const { title, contents, warning, chapters }: ManualFile = spell(locale, files[interfaceLanguage(locale)] ?? english);
  const values = new Map(Object.entries({ name: machine.name, series: machine.series, ...machine.figures }));
  const has = (figure: string) => !!values.get(figure);
  const fill = (text: string): string[] => {
    const whole = text.replace(/\[([^\]]*)\]/g, (_, part: string) => fill(part).join(""));
    const placeholders = [...whole.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
    return placeholders.every(has) ? [whole.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? "")] : [];
  };
  const textsOf = (texts: readonly Text[] = []) =>
    texts.flatMap((one) => (typeof one === "string" ? fill(one) : has(one.needs) ? fill(one.text) : []));
  return {
    title,
    contents,
    warning,
    chapters: chapters.map((chapter) => ({
      title: chapter.title,
      sections: chapter.sections
        .filter(({ needs }) => !needs || needs.some(has))
        .map((section) => ({
          title: section.title,
          warning: section.warning && textsOf([section.warning])[0],
          paragraphs: textsOf(section.paragraphs),
          steps: textsOf(section.steps),
          table: section.table && {
            head: section.table.head,
            rows: section.table.rows
              .flatMap((row) => ("needs" in row ? (has(row.needs) ? [row.row] : []) : [row]))
              .flatMap(([term = "", text = ""]) => fill(text).map((filled) => ({ term, text: filled }))),
          },
          groups: section.groups as readonly SpecificationGroupKind[] | undefined,
          hasDrawing: section.hasDrawing ?? false,
        })),
    })),
  };
}
