import { useEffect, useRef } from "react";
import { useIntl } from "react-intl";
import type { RequestOfficeViewFragment, RequestPageFragment } from "~/graph/generated/graphql";
import { ButtonLink } from "~/ui/button/Button";
import styles from "./RequestPage.module.css";

export interface RequestConfirmationProps {
  /** The id that the URL of the confirmation links to. */
  id: string;
  reference: string;
  request: RequestPageFragment;
  /** The office that the request is addressed to. */
  office: RequestOfficeViewFragment;
  /** The visitor sends samples. */
  sendsSamples: boolean;
  /** The fields that were filled in about the wire, with their labels; none without JavaScript. */
  entries: readonly { label: string; value: string }[];
}

/** The confirmation of a request: its reference, who answers and when. */
export function RequestConfirmation({
  id,
  reference,
  request,
  office,
  sendsSamples,
  entries,
}: RequestConfirmationProps) {
  const { formatMessage } = useIntl();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const product = request.machines[0]?.product;
  const name = office.name ?? formatMessage({ id: "request.ourGroup" });
  return (
    <div className={styles.sent} role="status">
      <h2 id={id} ref={title} tabIndex={-1} className={styles.sentTitle}>
        {formatMessage({ id: "form.sentTitle" })}
      </h2>
      <p>{formatMessage({ id: "request.reference" }, { reference: <strong key="reference">{reference}</strong> })}</p>
      {entries.length > 0 && (
        <dl className={styles.entries}>
          {entries.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <h3 className={styles.overline}>{formatMessage({ id: "request.next" })}</h3>
      <ol className={styles.steps}>
        <li>{formatMessage({ id: "request.answer" }, { days: office.workingDays, office: name })}</li>
        {office.isGroup && <li>{formatMessage({ id: "request.group" })}</li>}
        {sendsSamples && office.address && (
          <li>
            {formatMessage(
              { id: "request.sendSamples" },
              {
                address: <address key="address" className={styles.address}>{`${name}\n${office.address}`}</address>,
              },
            )}
          </li>
        )}
        {request.isConfirmedByMail && <li>{formatMessage({ id: "request.mail" })}</li>}
        {office.phone && (
          <li>
            {formatMessage(
              { id: "request.urgent" },
              {
                phone: (
                  <a key="phone" href={`tel:${office.phone.replace(/[^+\d]/g, "")}`}>
                    {office.phone}
                  </a>
                ),
              },
            )}
          </li>
        )}
      </ol>
      {product?.url && (
        <ButtonLink variant="secondary" target={{ kind: "ROUTE", url: product.url }}>
          {formatMessage({ id: "request.back" }, { name: product.name })}
        </ButtonLink>
      )}
    </div>
  );
}
