import { Text, View } from "@react-pdf/renderer";
import type { SpecificationGroup } from "~/graph/generated/graphql";
import { plain } from "./plain";
import { Section } from "./Section";
import { type Column, groupRows, type TableRow } from "./specificationTable";
import { styles } from "./styles";

/** The number of variants beside each other. */
const maxColumns = 4;

interface Props {
  title: string;
  /** The name of the measurement system. */
  system: string;
  columns: readonly Column[];
  color: string;
  groupName: (group: SpecificationGroup) => string;
}

/** Technical data by groups, with a column for each variant; more than four variants are in tables below each other. */
export function SpecificationTables({ title, system, columns, color, groupName }: Props) {
  const tables: (readonly Column[])[] = [];
  for (let i = 0; i < columns.length; i += maxColumns) tables.push(columns.slice(i, i + maxColumns));
  if (columns.every((column) => column.rows.length === 0)) return null;
  return (
    <Section title={title} note={system}>
      {tables.map((table, i) => (
        <View key={i} style={i > 0 ? { marginTop: 10 } : undefined}>
          {table.length > 1 && (
            <View style={styles.columns} minPresenceAhead={60} wrap={false}>
              <Text style={styles.name} />
              {table.map((column) => (
                <Text key={column.name} style={[styles.value, styles.columnName]}>
                  {plain(column.name)}
                </Text>
              ))}
            </View>
          )}
          {groupRows(table).map(({ group, rows: [first, ...rows] }) => (
            <View key={group} style={styles.group}>
              <View wrap={false}>
                <Text style={[styles.groupName, { color }]}>{groupName(group)}</Text>
                {first && <Row row={first} />}
              </View>
              {rows.map((row) => (
                <Row key={`${row.name} ${row.unit}`} row={row} />
              ))}
            </View>
          ))}
        </View>
      ))}
    </Section>
  );
}

function Row({ row }: { row: TableRow }) {
  return (
    <View style={styles.row} wrap={false}>
      <Text style={styles.name}>{row.name}</Text>
      {row.values.map((value, i) => (
        <Text key={i} style={styles.value}>
          {value ? plain(value) : "–"}
          {value && row.unit && <Text style={styles.unit}>{` ${row.unit}`}</Text>}
        </Text>
      ))}
    </View>
  );
}
