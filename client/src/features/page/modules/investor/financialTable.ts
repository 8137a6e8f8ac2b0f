import type { InvestorTableModuleFragment } from "~/graph/generated/graphql";

/** A financial table. */
export type FinancialTable = NonNullable<InvestorTableModuleFragment["table"]>;
/** A row of the table: a day and its values. */
export type FinancialRow = FinancialTable["rows"][number];
