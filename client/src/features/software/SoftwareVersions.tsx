import { useIntl } from "react-intl";
import type { SoftwarePackageViewFragment, SoftwareVersionViewFragment } from "~/graph/generated/graphql";
import { formatBytes } from "~/i18n/formatBytes";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { ChevronDownIcon } from "~/ui/icon/iconSet";
import { StatusLabel } from "~/ui/status/StatusLabel";
import { Term, Terms } from "~/ui/record/Terms";
import { DownloadVersion } from "./DownloadVersion";
import { ReleaseNotes } from "./ReleaseNotes";
import styles from "./SoftwareVersions.module.css";

export interface SoftwareVersionsProps {
  package: SoftwarePackageViewFragment;
  /** The heading level of the versions. */
  headingLevel: 3 | 4;
  /** Versions for a single machine: the number of machines is not shown. */
  isOfMachine?: boolean;
}

/** The versions of a package: the newest one, and the older ones in a disclosure. */
export function SoftwareVersions({ package: one, headingLevel, isOfMachine = false }: SoftwareVersionsProps) {
  const { formatMessage } = useIntl();
  const [newest, ...older] = one.versions;
  const show = (version: SoftwareVersionViewFragment) => (
    <Version key={version.id} name={one.name} version={version} headingLevel={headingLevel} isOfMachine={isOfMachine} />
  );
  if (!newest) return null;
  return (
    <div className={styles.versions}>
      {show(newest)}
      {older.length > 0 && (
        <details className={styles.older}>
          <summary className={styles.summary}>
            <ChevronDownIcon size={16} />
            {formatMessage({ id: "software.older" }, { count: older.length })}
            <VisuallyHidden>{` ${one.name}`}</VisuallyHidden>
          </summary>
          {older.map(show)}
        </details>
      )}
    </div>
  );
}

interface VersionProps extends Required<Pick<SoftwareVersionsProps, "headingLevel" | "isOfMachine">> {
  name: string;
  version: SoftwareVersionViewFragment;
}

function Version({ name, version, headingLevel, isOfMachine }: VersionProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const Heading = headingLevel === 3 ? "h3" : "h4";
  const { languages, releaseNotes } = version;
  return (
    <article className={styles.version}>
      <header className={styles.header}>
        <Heading className={styles.title}>
          {name} {version.version}
        </Heading>
        {version.isInstalled && <StatusLabel tone="neutral">{formatMessage({ id: "software.installed" })}</StatusLabel>}
        {version.isNewer && (
          <StatusLabel tone="info">
            {isOfMachine
              ? formatMessage({ id: "software.newer" })
              : formatMessage({ id: "software.newerOn" }, { count: version.olderOnMachines })}
          </StatusLabel>
        )}
      </header>
      <ReleaseNotes notes={releaseNotes} />
      <Terms>
        <Term label={formatMessage({ id: "software.released" })}>
          {intl.formatDate(version.releasedOn, { dateStyle: "medium", timeZone: "UTC" })}
        </Term>
        <Term label={formatMessage({ id: "software.size" })}>{formatBytes(intl, version.size)}</Term>
        <Term label={formatMessage({ id: "software.languages" })}>
          {languages.map((l) => intl.formatDisplayName(l, { type: "language" })).join(", ")}
        </Term>
      </Terms>
      <details>
        <summary className={styles.summary}>
          <ChevronDownIcon size={16} />
          {formatMessage({ id: "software.checksum" })}
          <VisuallyHidden>{` ${name} ${version.version}`}</VisuallyHidden>
        </summary>
        <code className={styles.checksum}>{version.sha256}</code>
      </details>
      <DownloadVersion name={name} version={version} />
    </article>
  );
}
