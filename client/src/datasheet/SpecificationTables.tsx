import { Text, View } from "@react-pdf/renderer";
import type { IntlShape } from "react-intl";
import type { SpecificationGroupKind } from "~/graph/generated/graphql";
import { plain } from "./plain";
import { type Column, groupRows, type TableRow } from "./specificationTable";
import { styles } from "./styles";

/** The number of variants beside each other. */
const maxColumns = 4;

interface Props {
  columns: readonly Column[];
  /** The groups to show; all by default. */
  groups?: readonly SpecificationGroupKind[];
  color: string;
  intl: IntlShape;
}

/** Technical data by groups, with a column for each variant; more than four variants are in tables below each other. */
export function SpecificationTables({ columns, groups, color, intl }: Props) {
  const tables: (readonly Column[])[] = [];
  for (let i = 0; i < columns.length; i += maxColumns) tables.push(columns.slice(i, i + maxColumns));
  return tables.map((table, i) => (
    <View key={i} style={i > 0 ? { marginTop: 10 } : undefined}>
      {table.length > 1 && (
        <View style={styles.columns} fixed>
          <Text style={styles.name} />
          {table.map((column) => (
            <Text key={column.name} style={[styles.value, styles.columnName]}>
              {plain(column.name)}
            </Text>
          ))}
        </View>
      )}
      {groupRows(table)
        .filter(({ group }) => !groups || groups.includes(group))
        .map(({ group, rows }) => (
          <Group key={group} name={intl.formatMessage({ id: `sheet.group.${group}` })} color={color} rows={rows} />
        ))}
    </View>
  ));
}

/** A group, of which at least two rows are on each page. */
function Group({ name, color, rows }: { name: string; color: string; rows: readonly TableRow[] }) {
  const ends = rows.length > 4 ? 2 : rows.length;
  return (
    <View style={styles.group}>
      <View wrap={false}>
        <Text style={[styles.groupName, { color }]}>{name}</Text>
        <Rows rows={rows.slice(0, ends)} />
      </View>
      <Rows rows={rows.slice(ends, -ends)} />
      <View wrap={false}>
        <Rows rows={ends < rows.length ? rows.slice(-ends) : []} />
      </View>
    </View>
  );
}

const Rows = ({ rows }: { rows: readonly TableRow[] }) =>
  rows.map((row) => <Row key={`${row.name} ${row.unit}`} row={row} />);

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
