import type { TextId } from "~/i18n/textId";
import type { FormTexts } from "~/ui/form/definition";

/** The texts of the fields and options of a ticket's forms. */
export const ticketTexts: FormTexts = {
  labels: {
    location: "tickets.location",
    concern: "ticket.field.concern",
    type: "ticket.field.type",
    machine: "form.field.machineName",
    standsStill: "ticket.field.standsStill",
    reason: "ticket.close.reason",
    comment: "ticket.comment",
  },
  option: ({ name }, value) => `ticket.${name}.${value}` as TextId,
};
