import { useIntl } from "react-intl";
import type { MachineRowFragment } from "~/graph/generated/graphql";
import { Row, RowNote, Rows, RowTitle } from "~/ui/listing/Rows";
import { Picture } from "~/ui/picture/Picture";
import { formatLocation } from "~/ui/record/formatLocation";
import { Term, Terms } from "~/ui/record/Terms";
import { Coverage, UpdateBadge } from "./Coverage";
import styles from "./MachineRows.module.css";

export interface MachineRowsProps {
  machines: readonly MachineRowFragment[];
  /** The heading level of the machine names. */
  headingLevel: 2 | 3;
}

/** A list of machines: cards on narrow screens, rows on wide ones. */
export function MachineRows({ machines, headingLevel }: MachineRowsProps) {
  return (
    <Rows>
      {machines.map((machine) => (
        <MachineRow key={machine.id} machine={machine} headingLevel={headingLevel} />
      ))}
    </Rows>
  );
}

function MachineRow({
  machine,
  headingLevel,
}: Pick<MachineRowsProps, "headingLevel"> & { machine: MachineRowFragment }) {
  const { formatDate, formatMessage } = useIntl();
  const { product, location, software } = machine;
  return (
    <Row className={styles.machine}>
      <div className={styles.picture}>
        {product && (
          <Picture
            picture={{ ...product.image, url: product.image.source, alternativeText: "" }}
            sizes="6rem"
            className={styles.image}
          />
        )}
      </div>
      <div className={styles.name}>
        <RowTitle level={headingLevel} to={machine.url}>
          {machine.name}
        </RowTitle>
        {product && product.name !== machine.name && <RowNote>{product.name}</RowNote>}
        <RowNote>{formatMessage({ id: "tickets.serialNumber" }, { number: machine.serialNumber })}</RowNote>
        {machine.hasUpdate && !machine.isRetired && <UpdateBadge />}
      </div>
      <Terms className={styles.facts}>
        {location && <Term label={formatMessage({ id: "tickets.location" })}>{formatLocation(location)}</Term>}
        {machine.retiredOn ? (
          <Term label={formatMessage({ id: "machine.retiredOn" })}>
            {formatDate(machine.retiredOn, { dateStyle: "medium", timeZone: "UTC" })}
          </Term>
        ) : (
          <>
            <Term label={formatMessage({ id: "inventory.warranty" })}>
              <Coverage coverage={machine.warranty} />
            </Term>
            <Term label={formatMessage({ id: "inventory.contract" })}>
              <Coverage coverage={machine.serviceContract} />
            </Term>
          </>
        )}
        {software.length > 0 && (
          <Term label={formatMessage({ id: "machine.software" })}>
            {software.map(({ name, version }) => `${name} ${version}`).join(", ")}
          </Term>
        )}
      </Terms>
    </Row>
  );
}
