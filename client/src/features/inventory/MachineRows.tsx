import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { MachineRowFragment } from "~/graph/generated/graphql";
import { Picture } from "~/ui/picture/Picture";
import { Coverage, UpdateMark } from "./Coverage";
import styles from "./MachineRows.module.css";
import { placeName } from "./placeName";

export interface MachineRowsProps {
  machines: readonly MachineRowFragment[];
  /** That of the names. */
  headingLevel: 2 | 3;
}

/** Machines below each other: cards where it is narrow, rows where it is wide. */
export function MachineRows({ machines, headingLevel }: MachineRowsProps) {
  return (
    <ol className={styles.rows}>
      {machines.map((machine) => (
        <Row key={machine.id} machine={machine} headingLevel={headingLevel} />
      ))}
    </ol>
  );
}

function Row({ machine, headingLevel }: Pick<MachineRowsProps, "headingLevel"> & { machine: MachineRowFragment }) {
  const { formatDate, formatMessage } = useIntl();
  const Heading = headingLevel === 2 ? "h2" : "h3";
  const { product, location, software } = machine;
  return (
    <li className={styles.row}>
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
        <Heading className={styles.title}>
          <Link className={styles.link} to={machine.url}>
            {machine.name}
          </Link>
        </Heading>
        {product && product.name !== machine.name && <p className={styles.minor}>{product.name}</p>}
        <p className={styles.serial}>
          {formatMessage({ id: "tickets.serialNumber" }, { number: machine.serialNumber })}
        </p>
        {machine.hasUpdate && !machine.isRetired && <UpdateMark />}
      </div>
      <dl className={styles.facts}>
        {location && (
          <div>
            <dt>{formatMessage({ id: "tickets.location" })}</dt>
            <dd>{placeName(location)}</dd>
          </div>
        )}
        {machine.retiredOn ? (
          <div>
            <dt>{formatMessage({ id: "machine.retiredOn" })}</dt>
            <dd>{formatDate(machine.retiredOn, { dateStyle: "medium", timeZone: "UTC" })}</dd>
          </div>
        ) : (
          <>
            <div>
              <dt>{formatMessage({ id: "inventory.warranty" })}</dt>
              <dd>
                <Coverage coverage={machine.warranty} />
              </dd>
            </div>
            <div>
              <dt>{formatMessage({ id: "inventory.contract" })}</dt>
              <dd>
                <Coverage coverage={machine.serviceContract} />
              </dd>
            </div>
          </>
        )}
        {software.length > 0 && (
          <div>
            <dt>{formatMessage({ id: "machine.software" })}</dt>
            <dd>{software.map(({ name, version }) => `${name} ${version}`).join(", ")}</dd>
          </div>
        )}
      </dl>
    </li>
  );
}
