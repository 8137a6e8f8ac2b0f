import type { FormFieldViewNormalizedFragment } from "~/graph/generated/graphql";

/** A required field of a form; an optional one has the generic message. */
export function formField(
  name: string,
  type: FormFieldViewNormalizedFragment["type"],
  change: Partial<FormFieldViewNormalizedFragment> = {},
): FormFieldViewNormalizedFragment {
  return {
    __typename: "FormField",
    name,
    type,
    required: true,
    shownWhen: null,
    group: "request",
    options: [],
    maxLength: 200,
    pattern: null,
    files: null,
    autocomplete: "",
    messageId: change.required === false ? "invalid" : name,
    ...change,
  };
}

/** Optional pictures and videos. */
export const attachments = formField("attachments", "FILES", {
  required: false,
  files: { __typename: "FileLimits", maxSize: 1000, maxCount: 2, mediaTypes: ["image/*"] },
});
