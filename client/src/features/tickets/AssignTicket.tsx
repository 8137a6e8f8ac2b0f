import { useMutation } from "@apollo/client/react";
import { useState } from "react";
import { useIntl } from "react-intl";
import { AssignTicketDocument, type TicketDetailFragment, type TicketForUserFragment } from "~/graph/generated/graphql";
import { refusal } from "~/graph/errorCode";
import { Button } from "~/ui/button/Button";
import { FormNotice } from "~/ui/form/FormNotice";
import { useForm } from "~/ui/form/useForm";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { Select } from "~/ui/input/Select";
import styles from "./AssignTicket.module.css";
import { ticketMutation, updateTicket } from "./updateTicket";

export interface AssignTicketProps {
  ticket: TicketDetailFragment;
  /** Not empty: the people of the group who can work on the ticket. */
  people: TicketForUserFragment["assignable"];
  userId: string;
}

/** Sets who works on a ticket, for staff of the group (TICK-33). */
export function AssignTicket({ ticket, people, userId }: AssignTicketProps) {
  const { formatMessage } = useIntl();
  const form = useForm();
  const assigned = ticket.assignee?.id ?? "";
  const [chosen, setChosen] = useState<string>();
  const [assignTicket] = useMutation(AssignTicketDocument, {
    ...ticketMutation,
    update: (cache, { data }) => updateTicket(cache, data?.assignTicket.ticket),
  });
  const assign = (assignee: string) =>
    form.send(async () => {
      const answer = await assignTicket({ variables: { input: { ticket: ticket.id, assignee: assignee || null } } });
      if (!answer.data?.assignTicket.ticket) return refusal(answer, answer.data?.assignTicket.userErrors);
      setChosen(undefined);
      return {};
    });
  const options = [
    { value: "", label: formatMessage({ id: "ticket.assignee.none" }) },
    ...people.map(({ id, fullName }) => ({ value: id, label: fullName })),
  ];
  const canTake = assigned !== userId && people.some(({ id }) => id === userId);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void assign(chosen ?? assigned);
      }}
    >
      <Select
        name="assignee"
        isFilter
        label={formatMessage({ id: "ticket.assignee" })}
        value={chosen ?? assigned}
        onChange={(event) => {
          form.reset();
          setChosen(event.target.value);
        }}
        options={options}
        {...(form.refused.length > 0 && { error: formatMessage({ id: "ticket.assign.failed" }) })}
      />
      <FormNotice form={form} failed="ticket.assign.failed" />
      <div className={styles.actions}>
        <Button type="submit" size="small" variant="secondary" loading={form.isSending}>
          {formatMessage({ id: "ticket.assign" })}
        </Button>
        {canTake && (
          <Button size="small" variant="quiet" disabled={form.isSending} onClick={() => void assign(userId)}>
            {formatMessage({ id: "ticket.assign.me" })}
          </Button>
        )}
      </div>
      <p role="status">
        {!form.isSending && chosen === undefined && <VisuallyHidden>{ticket.assignee?.fullName}</VisuallyHidden>}
      </p>
    </form>
  );
}
