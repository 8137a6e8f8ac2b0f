import { type MessageDescriptor, useIntl } from "react-intl";
import type { PortalHomeFragment } from "~/graph/generated/graphql";
import styles from "./PortalHome.module.css";
import { ServiceTile } from "./ServiceTile";

type TextId = NonNullable<MessageDescriptor["id"]>;

/** The first page of the portal: who is there, and the services with what is to be done about each (spec §4). */
export function PortalHome({ portal }: { portal: PortalHomeFragment }) {
  const { formatMessage } = useIntl();
  const { user, serviceRegistrations } = portal;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title}>
          {formatMessage({ id: "portal.greeting" }, { name: user.firstName || user.fullName })}
        </h1>
        <p className={styles.lead}>{formatMessage({ id: "portal.lead" })}</p>
      </header>
      <section aria-labelledby="services">
        <h2 className={styles.heading} id="services">
          {formatMessage({ id: "portal.services" })}
        </h2>
        <ul className={styles.tiles}>
          {serviceRegistrations.map((registration) => (
            <ServiceTile
              key={registration.service}
              registration={registration}
              title={formatMessage({ id: `portal.service.${registration.service}.title` as TextId })}
              text={formatMessage({ id: `portal.service.${registration.service}.text` as TextId })}
            />
          ))}
        </ul>
      </section>
    </div>
  );
}
