import type { SpecificationGroupKind } from "~/graph/generated/graphql";
import type { ManualFigures } from "./manualFigures";

/** A part of a chapter. */
export interface ManualSection {
  title: string;
  /** A warning in a frame above the text. */
  warning?: string;
  paragraphs?: readonly string[];
  /** Numbered instructions. */
  steps?: readonly string[];
  /** Rows of two columns with their headings. */
  table?: { head: readonly [string, string]; rows: readonly (readonly [string, string])[] };
  /** The technical data of these groups. */
  groups?: readonly SpecificationGroupKind[];
  /** The dimensions are drawn below the text. */
  hasDrawing?: boolean;
}

export interface ManualChapter {
  title: string;
  sections: readonly ManualSection[];
}

export interface ManualTexts {
  /** The kind of the document. */
  title: string;
  contents: string;
  warning: string;
  /** The chapters about a machine of a series. Sections about what the machine does not have are left out. */
  chapters: (machine: { name: string; series: string; figures: ManualFigures }) => readonly ManualChapter[];
}
