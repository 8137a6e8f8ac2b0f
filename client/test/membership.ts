import type { PortalHomeFragment } from "~/graph/generated/graphql";

/** The membership of a user who has requested none. */
export const noRequest: NonNullable<PortalHomeFragment["membership"]> = {
  __typename: "Membership",
  company: "",
  status: "UNREGISTERED",
  requestedAt: null,
  remindableAt: null,
  canRemind: false,
  declineReason: null,
  fields: [
    {
      __typename: "FormField",
      name: "company",
      type: "TEXT",
      required: true,
      shownWhen: null,
      group: "",
      options: [],
      maxLength: 200,
      pattern: null,
      files: null,
      autocomplete: "organization",
      messageId: "company",
    },
  ],
};
