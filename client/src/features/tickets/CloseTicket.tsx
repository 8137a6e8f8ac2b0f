import { useMutation } from "@apollo/client/react";
import { useState } from "react";
import { useIntl } from "react-intl";
import {
  CloseTicketDocument,
  type FormFieldViewNormalizedFragment,
  type TicketCloseReason,
  type TicketDetailFragment,
} from "~/graph/generated/graphql";
import { hasKnownResult } from "~/graph/errorCode";
import { Button } from "~/ui/button/Button";
import { useDraft } from "~/ui/draft/useDraft";
import { Dialog } from "~/ui/dialog/Dialog";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { useFieldTexts } from "~/ui/form/definition";
import { DialogForm } from "~/ui/form/DialogForm";
import { FormField } from "~/ui/form/FormField";
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
  const [hasFailed, setFailed] = useState(false);
  const { draft, setValues, prepare, complete, wasInterrupted, forgetAttempt } = useDraft(
    `close-${ticket.id}-${userId}`,
  );
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    forgetAttempt();
    setOpen(false);
  };
  const [closeTicket, { loading: isSending }] = useMutation(CloseTicketDocument, {
    ...ticketMutation,
    update: (cache, { data }) => updateTicket(cache, data?.closeTicket.ticket),
  });

  const submit = async (element: HTMLFormElement) => {
    const form = new FormData(element);
    setFailed(false);
    const closure = prepare();
    const input = {
      ticket: ticket.id,
      reason: form.get("reason") as TicketCloseReason,
      comment: closure.values.comment ?? "",
    };
    const { data, error } = await closeTicket({ variables: { input } });
    if (data?.closeTicket.ticket) {
      complete(closure);
      onClosed();
      return;
    }
    if (hasKnownResult({ data, error })) forgetAttempt();
    setFailed(true);
  };
  return (
    <>
      {wasInterrupted && !isOpen && (
        <FlashMessage flash={{ static: true, text: formatMessage({ id: "ticket.close.interrupted" }) }} />
      )}
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {formatMessage({ id: "ticket.close" })}
      </Button>
      <Dialog open={isOpen} title={formatMessage({ id: "ticket.close" })} onClose={close}>
        <DialogForm
          submit={formatMessage({ id: "ticket.close" })}
          isSending={isSending}
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
                value={draft.values[field.name] ?? ""}
                onChange={(value) => setValues({ [field.name]: value })}
                isInvalid={false}
              />
            ),
          )}
          {hasFailed && (
            <FlashMessage flash={{ type: "error", static: true, text: formatMessage({ id: "ticket.close.failed" }) }} />
          )}
        </DialogForm>
      </Dialog>
    </>
  );
}
