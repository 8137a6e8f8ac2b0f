import { useIntl } from "react-intl";
import type { RequestOfficeViewFragment } from "~/graph/generated/graphql";
import { ContactOptions } from "~/ui/contact/ContactOptions";
import { Spinner } from "~/ui/spinner/Spinner";
import styles from "./RequestPage.module.css";

/** The office that answers, with the promised time; undefined while it is being read. */
export function OfficeCard({ office }: { office: RequestOfficeViewFragment | undefined }) {
  const { formatDisplayName, formatMessage } = useIntl();
  return (
    <section className={styles.card} aria-labelledby="request-office" aria-live="polite">
      <h2 id="request-office" className={styles.overline}>
        {formatMessage({ id: "request.office" })}
      </h2>
      {office ? (
        <>
          <p className={styles.name}>{office.name ?? formatMessage({ id: "request.ourGroup" })}</p>
          <p>{formatMessage({ id: "request.days" }, { days: office.workingDays })}</p>
          {office.isGroup && <p className={styles.note}>{formatMessage({ id: "request.group" })}</p>}
          <ContactOptions phone={office.phone} email={office.email} />
          {office.address && (
            <div className={styles.samples}>
              <h3 className={styles.overline}>{formatMessage({ id: "request.samplesTo" })}</h3>
              <address className={styles.address}>
                {[
                  office.name,
                  office.address,
                  office.countryCode && formatDisplayName(office.countryCode, { type: "region" }),
                ]
                  .filter(Boolean)
                  .join("\n")}
              </address>
            </div>
          )}
        </>
      ) : (
        <Spinner />
      )}
    </section>
  );
}
