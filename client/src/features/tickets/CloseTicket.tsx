import { useMutation } from "@apollo/client/react";
import { useState } from "react";
import { useIntl } from "react-intl";
import {
  CloseTicketDocument,
  type FormFieldViewNormalizedFragment,
  type TicketCloseReason,
  type TicketDetailFragment,
} from "~/graph/generated/graphql";
import { refusal } from "~/graph/errorCode";
import { Button } from "~/ui/button/Button";
import { useDraft } from "~/ui/draft/useDraft";
import { Dialog } from "~/ui/dialog/Dialog";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { useFieldTexts } from "~/ui/form/definition";
import { DialogForm } from "~/ui/form/DialogForm";
import { FormField } from "~/ui/form/FormField";
import { FormNotice } from "~/ui/form/FormNotice";
import { useForm } from "~/ui/form/useForm";
import { RadioGroup } from "~/ui/input/Choice";
import { ticketTexts } from "./ticketTexts";
import { ticketMutation, updateTicket } from "./updateTicket";

export interface CloseTicketProps {
  ticket: TicketDetailFragment;
  userId: string;
  fields: readonly FormFieldViewNormalizedFragment[];
  onClosed: () => void;
}

/** Closes a ticket with a reason and an optional comment (TICK-3). */
export function CloseTicket({ ticket, userId, fields, onClosed }: CloseTicketProps) {
  const { formatMessage } = useIntl();
  const texts = useFieldTexts(ticketTexts);
  const kept = useDraft(`close-${ticket.id}-${userId}`);
  const state = useForm({ draft: kept });
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    kept.forgetAttempt();
    setOpen(false);
  };
  const [closeTicket] = useMutation(CloseTicketDocument, {
    ...ticketMutation,
    update: (cache, { data }) => updateTicket(cache, data?.closeTicket.ticket),
  });

  const submit = (element: HTMLFormElement) =>
    state.send(async (closure) => {
      const input = {
        ticket: ticket.id,
        reason: new FormData(element).get("reason") as TicketCloseReason,
        comment: closure.values.comment ?? "",
      };
      const answer = await closeTicket({ variables: { input } });
      if (!answer.data?.closeTicket.ticket) return refusal(answer);
      kept.complete(closure);
      onClosed();
      return {};
    });
  return (
    <>
      {kept.wasInterrupted && !isOpen && (
        <FlashMessage flash={{ static: true, text: formatMessage({ id: "ticket.close.interrupted" }) }} />
      )}
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {formatMessage({ id: "ticket.close" })}
      </Button>
      <Dialog open={isOpen} title={formatMessage({ id: "ticket.close" })} onClose={close}>
        <DialogForm
          submit={formatMessage({ id: "ticket.close" })}
          isSending={state.isSending}
          onSubmit={(form) => void submit(form)}
          onClose={close}
        >
          {fields.map((field) =>
            field.type === "CHOICE" ? (
              <RadioGroup
                key={field.name}
                name={field.name}
                legend={texts.label(field)}
                required={field.required}
                invalidMessage={texts.message(field)}
                options={texts.options(field)}
              />
            ) : (
              <FormField
                key={field.name}
                field={field}
                texts={ticketTexts}
                value={kept.draft.values[field.name] ?? ""}
                onChange={(value) => kept.setValues({ [field.name]: value })}
                isInvalid={false}
              />
            ),
          )}
          <FormNotice form={state} failed="ticket.close.failed" />
        </DialogForm>
      </Dialog>
    </>
  );
}
