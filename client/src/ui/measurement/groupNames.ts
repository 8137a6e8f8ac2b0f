import type { TextId } from "~/i18n/textId";

type Group = "PERFORMANCE" | "MACHINE" | "CONNECTIONS" | "ENVIRONMENT" | "FURTHER";

/** The headings of the groups of technical data (CAT-43). */
export const groupNames: Record<Group, TextId> = {
  PERFORMANCE: "product.performance",
  MACHINE: "product.machine",
  CONNECTIONS: "product.connections",
  ENVIRONMENT: "product.environment",
  FURTHER: "product.furtherData",
};
