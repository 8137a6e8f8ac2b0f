import { useMutation } from "@apollo/client/react";
import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import {
  CancelMembershipRequestDocument,
  type PortalHomeFragment,
  RequestMembershipDocument,
} from "~/graph/generated/graphql";
import { hasCode, rateLimited } from "~/graph/errorCode";
import { signedIn } from "~/graph/signedIn";
import type { TextId } from "~/i18n/textId";
import { Button } from "~/ui/button/Button";
import { FormField } from "~/ui/form/FormField";
import { useForm } from "~/ui/form/useForm";
import { valuesOf } from "~/ui/form/values";
import { StatusLabel } from "~/ui/status/StatusLabel";
import styles from "./MembershipCard.module.css";

export interface MembershipCardProps {
  membership: NonNullable<PortalHomeFragment["membership"]>;
  /** Called after the request was sent, withdrawn or refused: reloads the page. */
  onChanged: () => Promise<void>;
}

/** The id of the card, for links to it. */
export const membershipCard = "membership";

/** How a user without an organization becomes a member of one: by a request for a company (PORT-22). */
export function MembershipCard({ membership, onChanged }: MembershipCardProps) {
  const { formatMessage, formatDate } = useIntl();
  const [request] = useMutation(RequestMembershipDocument, signedIn);
  const [cancel, { loading: isCancelling }] = useMutation(CancelMembershipRequestDocument, signedIn);
  const [message, setMessage] = useState<TextId>();
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<TextId>({ element });
  const result = useRef<HTMLParagraphElement>(null);
  const { company, status, requestedAt, remindableAt, canRemind, declineReason, fields } = membership;
  const isOpen = status === "PENDING";
  // The pressed button no longer exists when the state has changed.
  const shownState = useRef(isOpen);
  useEffect(() => {
    if (message && shownState.current !== isOpen) result.current?.focus();
    shownState.current = isOpen;
  }, [message, isOpen]);

  const moment = (value: string) => formatDate(value, { dateStyle: "medium", timeStyle: "short" });
  const failureOf = (error: unknown): TextId =>
    hasCode(error, rateLimited) ? "portal.membership.RATE_LIMITED" : "portal.request.failed";

  const send = async (name: string, done: TextId) => {
    setMessage(undefined);
    const isSent = await form.send(async () => {
      const { data, error } = await request({ variables: { company: name } });
      if (!data) return { failure: failureOf(error), isUnknown: true };
      const { userErrors } = data.answer;
      const refused = userErrors.flatMap(({ field }) => field ?? []);
      return {
        refused,
        failure: refused.length < userErrors.length ? "portal.request.STATE_CHANGED" : undefined,
      };
    });
    if (isSent) setMessage(done);
    await onChanged();
  };
  const withdraw = async () => {
    setMessage(undefined);
    form.reset();
    const { data, error } = await cancel();
    setMessage(data ? "portal.request.cancelled" : failureOf(error));
    if (data) await onChanged();
  };
  const said = form.failure ?? message;
  return (
    <section className={styles.card} aria-labelledby={membershipCard}>
      <div className={styles.headline}>
        <h2 className={styles.title} id={membershipCard} tabIndex={-1}>
          {formatMessage({ id: "portal.membership.title" })}
        </h2>
        {isOpen && (
          <StatusLabel tone="warning" shape="diamond">
            {formatMessage({ id: "portal.status.PENDING" })}
          </StatusLabel>
        )}
      </div>
      {isOpen ? (
        <>
          <p className={styles.company}>{company}</p>
          <p className={styles.text}>{formatMessage({ id: "portal.membership.open" })}</p>
          {requestedAt && (
            <p className={styles.note}>
              {formatMessage({ id: "portal.membership.requested" }, { date: moment(requestedAt) })}
            </p>
          )}
          {remindableAt && !canRemind && (
            <p className={styles.note}>
              {formatMessage({ id: "portal.membership.remindable" }, { date: moment(remindableAt) })}
            </p>
          )}
          <div className={styles.actions}>
            {canRemind && (
              <Button loading={form.isSending} onClick={() => void send(company, "portal.membership.reminded")}>
                {formatMessage({ id: "portal.membership.remind" })}
              </Button>
            )}
            <Button variant="secondary" loading={isCancelling} onClick={() => void withdraw()}>
              {formatMessage({ id: "portal.request.cancel" })}
            </Button>
          </div>
        </>
      ) : (
        <>
          {declineReason && (
            <p className={styles.declined}>{formatMessage({ id: "portal.declined" }, { reason: declineReason })}</p>
          )}
          <p className={styles.text}>{formatMessage({ id: "portal.membership.lead" })}</p>
          <form
            ref={element}
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault();
              void send(valuesOf(event.currentTarget, fields).company ?? "", "portal.membership.sent");
            }}
          >
            {fields.map((field) => (
              <FormField
                key={field.name}
                field={field}
                defaultValue={company}
                isInvalid={form.refused.includes(field.name)}
              />
            ))}
            <Button type="submit" loading={form.isSending}>
              {formatMessage({ id: "portal.membership.submit" })}
            </Button>
          </form>
        </>
      )}
      <p ref={result} tabIndex={-1} role="status" className={styles.note}>
        {said && formatMessage({ id: said })}
      </p>
    </section>
  );
}
