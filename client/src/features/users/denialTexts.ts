import type { FormTexts } from "~/ui/form/definition";

/** The texts of the form for denying a request. */
export const denialTexts: FormTexts = { labels: { reason: "users.deny.reason" } };
