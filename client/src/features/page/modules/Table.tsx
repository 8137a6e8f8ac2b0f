import type { TableModuleFragment } from "~/graph/generated/graphql";
import { Section } from "~/ui/section/Section";
import { DataTable } from "~/ui/table/DataTable";

/** Technical data. */
export function TableModule({ module: m }: { module: TableModuleFragment }) {
  return (
    <Section id={m.id} title={m.title ?? m.anchorTitle}>
      <DataTable columns={m.columns} rows={m.rows} note={m.note ?? null} />
    </Section>
  );
}
