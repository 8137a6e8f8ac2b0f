import type { ComponentType, ReactNode } from "react";
import type { PageModuleFragment } from "~/graph/generated/graphql";

export interface ModuleProps {
  module: PageModuleFragment;
  /** The module is the first one of a page whose hero has no picture: its picture is in the first view. */
  isLead?: boolean | undefined;
  /** Content that depends on the URL and not on the page. */
  children?: ReactNode;
}

const files = import.meta.glob<Record<string, unknown>>(["./modules/*.tsx", "!./modules/*.test.tsx"], { eager: true });

/** The module components by type name: `modules/Quote.tsx` exports `QuoteModule`. */
export const components = Object.assign({}, ...Object.values(files)) as Readonly<
  Partial<Record<PageModuleFragment["__typename"], ComponentType<ModuleProps>>>
>;
