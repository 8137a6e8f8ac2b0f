import { useIntl } from "react-intl";
import type { SoftwarePackageViewFragment, SoftwareVersionViewFragment } from "~/graph/generated/graphql";
import { formatBytes } from "~/i18n/formatBytes";
import { type RecordColumn, RecordButton, RecordTable } from "~/ui/listing/RecordTable";
import { StatusLabel } from "~/ui/status/StatusLabel";
import { DownloadVersion } from "./DownloadVersion";
import styles from "./SoftwareRows.module.css";

export interface SoftwareRowsProps {
  /** The name of the table. */
  label: string;
  packages: readonly SoftwarePackageViewFragment[];
  /** Shows the details of a program. */
  onOpen: (id: string) => void;
}

interface Program {
  program: SoftwarePackageViewFragment;
  newest: SoftwareVersionViewFragment;
}

/** Programs with their newest version: a table, and cards on a narrow screen. */
export function SoftwareRows({ label, packages, onOpen }: SoftwareRowsProps) {
  const intl = useIntl();
  const { formatMessage, formatDate } = intl;
  const programs = packages.flatMap((program) => program.versions.slice(0, 1).map((newest) => ({ program, newest })));
  const productsOf = ({ program }: Program) => program.products?.map(({ name }) => name).join(", ");
  const columns: RecordColumn<Program>[] = [
    {
      id: "name",
      label: formatMessage({ id: "software.program" }),
      card: "title",
      width: "20%",
      cell: ({ program, newest }) => (
        <RecordButton onClick={() => onOpen(program.id)}>
          {program.name} <span className={styles.cardVersion}>{newest.version}</span>
        </RecordButton>
      ),
    },
    {
      id: "version",
      label: formatMessage({ id: "software.version" }),
      width: "7.5rem",
      cell: ({ newest }) => <span className={styles.version}>{newest.version}</span>,
    },
    {
      id: "state",
      label: formatMessage({ id: "software.state" }),
      card: "start",
      width: "11rem",
      cell: ({ newest: { isNewer, isInstalled, olderOnMachines } }) =>
        isNewer ? (
          <StatusLabel tone="info">{formatMessage({ id: "software.behind" }, { count: olderOnMachines })}</StatusLabel>
        ) : (
          isInstalled && <StatusLabel tone="neutral">{formatMessage({ id: "software.installed" })}</StatusLabel>
        ),
    },
    {
      id: "products",
      label: formatMessage({ id: "software.suitable" }),
      card: "note",
      cell: (program) => <span title={productsOf(program)}>{productsOf(program)}</span>,
    },
    {
      id: "released",
      label: formatMessage({ id: "software.released" }),
      card: "end",
      width: "8rem",
      cell: ({ newest }) => formatDate(newest.releasedOn, { dateStyle: "medium", timeZone: "UTC" }),
    },
    {
      id: "size",
      label: formatMessage({ id: "software.size" }),
      isMinor: true,
      width: "6rem",
      cell: ({ newest }) => formatBytes(intl, newest.size),
    },
    {
      id: "download",
      label: formatMessage({ id: "software.download" }),
      isLabelHidden: true,
      width: "9rem",
      cell: ({ program, newest }) => (
        <span className={styles.download}>
          <DownloadVersion name={program.name} version={newest} isMinor />
        </span>
      ),
    },
  ];
  return <RecordTable label={label} columns={columns} entries={programs} keyOf={({ program }) => program.id} />;
}
