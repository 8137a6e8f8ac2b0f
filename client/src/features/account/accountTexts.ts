import type { FormTexts } from "~/ui/form/definition";

/** The texts of the account form fields. */
export const accountTexts: FormTexts = {
  labels: {
    postalCode: "form.field.zipCode",
    language: "account.language",
    ticketMails: "account.ticketMails",
    presentPassword: "account.presentPassword",
    nextPassword: "account.nextPassword",
    oneTimeCode: "account.oneTimeCode",
  },
};
