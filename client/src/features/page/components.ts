import type { ComponentType, ReactNode } from "react";
import type { PageModuleFragment } from "~/graph/generated/graphql";

export interface ModuleProps {
  module: PageModuleFragment;
  /** Content that depends on the URL and not on the page. */
  children?: ReactNode;
}

const files = import.meta.glob<Record<string, unknown>>(["./modules/*.tsx", "!./modules/*.test.tsx"], { eager: true });

/** The module components by type name: `modules/Quote.tsx` exports `QuoteModule`. */
export const components = Object.assign({}, ...Object.values(files)) as Readonly<
  Partial<Record<PageModuleFragment["__typename"], ComponentType<ModuleProps>>>
>;
