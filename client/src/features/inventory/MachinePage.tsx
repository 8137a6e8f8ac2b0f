import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { MachineDetailFragment, MachineLocationFragment } from "~/graph/generated/graphql";
import { formatBytes } from "~/i18n/formatBytes";
import { ButtonLink } from "~/ui/button/Button";
import { ArrowRightIcon, DownloadIcon } from "~/ui/icon/iconSet";
import { Link } from "~/ui/link/Link";
import { Picture } from "~/ui/picture/Picture";
import { RecordSection } from "~/ui/record/RecordSection";
import { RecordNote, RecordNumber, RecordPage } from "~/ui/record/RecordPage";
import { Term, Terms } from "~/ui/record/Terms";
import { Coverage, UpdateBadge } from "./Coverage";
import { MachineActions } from "./MachineActions";
import { MachineLabel } from "./MachineLabel";
import styles from "./MachinePage.module.css";
import { formatLocation } from "~/ui/record/formatLocation";

export interface MachinePageProps {
  machine: MachineDetailFragment;
  locations: readonly MachineLocationFragment[];
  /** The software for the machine; null if there is none. */
  software: ReactNode;
  /** The latest tickets about the machine; undefined for a user without the ticket service. */
  tickets: { count: number; list: ReactNode } | undefined;
}

/** The page of a machine: its facts, location, software, tickets and actions. */
export function MachinePage({ machine, locations, software, tickets }: MachinePageProps) {
  const { formatDate, formatMessage } = useIntl();
  const { product, location } = machine;
  const day = (date: string) => formatDate(date, { dateStyle: "long", timeZone: "UTC" });
  return (
    <RecordPage
      overline={
        <>
          <RecordNumber>{formatMessage({ id: "tickets.serialNumber" }, { number: machine.serialNumber })}</RecordNumber>
          {machine.hasUpdate && !machine.isRetired && <UpdateBadge />}
        </>
      }
      title={machine.name}
      notes={
        <div role="status">
          {machine.isRetired && machine.retiredOn && (
            <RecordNote>{formatMessage({ id: "machine.isRetired" }, { date: day(machine.retiredOn) })}</RecordNote>
          )}
        </div>
      }
      actions={
        <>
          {tickets && !machine.isRetired && (
            <ButtonLink size="small" target={{ kind: "ROUTE", url: machine.newTicketUrl }}>
              {formatMessage({ id: "portal.report" })}
            </ButtonLink>
          )}
          <MachineActions machine={machine} locations={locations} />
          <MachineLabel machine={machine} />
        </>
      }
      aside={
        product && (
          <>
            <Picture
              picture={{ ...product.image, url: product.image.source }}
              sizes="(min-width: 64rem) 20rem, 100vw"
              className={styles.picture}
            />
            {product.shortDescription && <p className={styles.none}>{product.shortDescription}</p>}
            {product.documents.length > 0 && (
              <RecordSection title={formatMessage({ id: "machine.documents" })}>
                <Documents documents={product.documents} />
              </RecordSection>
            )}
          </>
        )
      }
    >
      <RecordSection title={formatMessage({ id: "machine.details" })}>
        <Terms>
          {product && (
            <Term label={formatMessage({ id: "machine.product" })}>
              {product.url ? <Link target={{ kind: "ROUTE", url: product.url, text: product.name }} /> : product.name}
            </Term>
          )}
          {location && <Term label={formatMessage({ id: "tickets.location" })}>{formatLocation(location)}</Term>}
          {machine.deliveredOn && (
            <Term label={formatMessage({ id: "machine.delivered" })}>{day(machine.deliveredOn)}</Term>
          )}
          <Term label={formatMessage({ id: "inventory.warranty" })}>
            <Coverage coverage={machine.warranty} />
          </Term>
          <Term label={formatMessage({ id: "inventory.contract" })}>
            <Coverage coverage={machine.serviceContract} />
          </Term>
          {machine.software.length > 0 && (
            <Term label={formatMessage({ id: "machine.software" })}>
              {machine.software.map(({ name, version }) => `${name} ${version}`).join(", ")}
            </Term>
          )}
          {machine.options.length > 0 && (
            <Term label={formatMessage({ id: "machine.options" })}>{machine.options.join(", ")}</Term>
          )}
        </Terms>
      </RecordSection>
      {software && <RecordSection title={formatMessage({ id: "machine.software.for" })}>{software}</RecordSection>}
      {tickets && (
        <RecordSection title={formatMessage({ id: "machine.tickets" })}>
          {tickets.count > 0 ? (
            <>
              {tickets.list}
              <p>
                <ButtonLink
                  size="small"
                  variant="secondary"
                  target={{ kind: "ROUTE", url: machine.ticketsUrl }}
                  trailingIcon={<ArrowRightIcon size={16} />}
                >
                  {formatMessage({ id: "machine.tickets.all" })}
                </ButtonLink>
              </p>
            </>
          ) : (
            <p className={styles.none}>{formatMessage({ id: "machine.tickets.none" })}</p>
          )}
        </RecordSection>
      )}
    </RecordPage>
  );
}

function Documents({ documents }: { documents: NonNullable<MachineDetailFragment["product"]>["documents"] }) {
  const intl = useIntl();
  return (
    <ul className={styles.documents}>
      {documents.map((d) => (
        <li key={d.url + d.name}>
          <a className={styles.document} href={d.url} download={d.fileName}>
            <DownloadIcon size={16} />
            <span>
              {d.name}
              <span className={styles.minor}>
                {[
                  d.language && intl.formatDisplayName(d.language, { type: "language" }),
                  d.extension,
                  d.size && formatBytes(intl, d.size),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
