import type { FormKind, SubmitFormMutation } from "./generated/graphql";

/** The submission of a public form. */
export interface FormSubmission {
  kind: FormKind;
  /** The idempotency key: a repeated submission with the same key creates nothing. */
  key: string;
  /** The technical name of the form's site; the main site if it is missing. */
  site?: string;
  about?: string | undefined;
  values: Readonly<Record<string, string>>;
  /** The value of the honeypot field, which only bots fill in. */
  website?: string;
}

/** The result of a submission. */
export type SubmitResult =
  | { submission: NonNullable<SubmitFormMutation["submitForm"]["submission"]> }
  /** The names of invalid fields. */
  | { refused: readonly string[] }
  | { failure: "failed" | "limited" | "closed" };
