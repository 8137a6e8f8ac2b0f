import { useIntl } from "react-intl";
import { useLocation } from "react-router";
import type { MachineOrder, MachineRowFragment } from "~/graph/generated/graphql";
import { ColumnMenu } from "~/ui/listing/ColumnMenu";
import { type RecordColumn, RecordLink, RecordTable } from "~/ui/listing/RecordTable";
import { Picture } from "~/ui/picture/Picture";
import { formatLocation } from "~/ui/record/formatLocation";
import { Coverage, UpdateBadge } from "./Coverage";
import styles from "./MachineRows.module.css";

export interface MachineRowsProps {
  machines: readonly MachineRowFragment[];
  /** The name of the table. */
  label: string;
  /** The order of a list that can be sorted. */
  order?: MachineOrder | undefined;
}

/** The column by which a list can be sorted, by the order of the list. */
const sorted: Readonly<Partial<Record<string, MachineOrder>>> = { name: "NAME", location: "LOCATION" };

/** A list of machines: a table, and cards on a narrow screen. */
export function MachineRows({ machines, label, order }: MachineRowsProps) {
  const { formatDate, formatMessage } = useIntl();
  const { search } = useLocation();
  const sortBy = (column: string) => {
    const by = sorted[column];
    if (!order || !by) return undefined;
    const query = new URLSearchParams(search);
    ["after", "before"].forEach((name) => query.delete(name));
    query.set("sort", by);
    return { url: `?${query}`, direction: by === order ? ("ascending" as const) : undefined };
  };
  const isRetired = machines.some(({ retiredOn }) => retiredOn);
  const columns: RecordColumn<MachineRowFragment>[] = [
    {
      id: "picture",
      label: formatMessage({ id: "machine.picture" }),
      isLabelHidden: true,
      width: "3.25rem",
      cell: ({ product }) =>
        product && (
          <Picture
            picture={{ ...product.image, url: product.image.source, alternativeText: "" }}
            sizes="3rem"
            className={styles.image}
          />
        ),
    },
    {
      id: "name",
      label: formatMessage({ id: "tickets.machine" }),
      card: "title",
      sort: sortBy("name"),
      cell: ({ name, product, url }) => (
        <>
          <RecordLink to={url}>{name}</RecordLink>
          {product && product.name !== name && <span className={styles.product}>{product.name}</span>}
        </>
      ),
    },
    {
      id: "serial",
      label: formatMessage({ id: "machine.serialNumber" }),
      card: "start",
      width: "8rem",
      cell: ({ serialNumber }) => <span className={styles.number}>{serialNumber}</span>,
    },
    {
      id: "location",
      label: formatMessage({ id: "tickets.location" }),
      card: "note",
      width: "10.5rem",
      sort: sortBy("location"),
      cell: ({ location }) => location && formatLocation(location),
    },
    ...(isRetired
      ? [
          {
            id: "retired",
            label: formatMessage({ id: "machine.retiredOn" }),
            card: "end" as const,
            width: "9rem",
            cell: ({ retiredOn }: MachineRowFragment) =>
              retiredOn && formatDate(retiredOn, { dateStyle: "medium", timeZone: "UTC" }),
          },
        ]
      : [
          {
            id: "warranty",
            label: formatMessage({ id: "inventory.warranty" }),
            width: "10.5rem",
            cell: ({ warranty }: MachineRowFragment) => <Coverage coverage={warranty} />,
          },
          {
            id: "contract",
            label: formatMessage({ id: "inventory.contract" }),
            width: "12.5rem",
            cell: ({ serviceContract }: MachineRowFragment) => <Coverage coverage={serviceContract} />,
          },
        ]),
    {
      id: "software",
      label: formatMessage({ id: "machine.software" }),
      width: "9.5rem",
      ...(isRetired ? {} : { card: "end" as const }),
      cell: ({ software, hasUpdate, isRetired }) => {
        if (hasUpdate && !isRetired) return <UpdateBadge />;
        const installed = software.map(({ name, version }) => `${name} ${version}`).join(", ");
        return (
          <span className={styles.installed} title={installed}>
            {installed}
          </span>
        );
      },
    },
  ];
  return (
    <RecordTable
      label={label}
      columns={columns}
      entries={machines}
      keyOf={({ id }) => id}
      choice={{ name: "machines", Menu: ColumnMenu }}
    />
  );
}
