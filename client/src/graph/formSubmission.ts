import type { FormKind, SubmitFormMutation } from "./generated/graphql";

/** A public form as it is sent. */
export interface FormSubmission {
  kind: FormKind;
  /** The idempotency key: sending the same submission again creates nothing. */
  key: string;
  /** The technical name of the site that the form is on; the main one where it is left out. */
  site?: string;
  about?: string | undefined;
  values: Readonly<Record<string, string>>;
  /** The honeypot field, which only bots fill in. */
  website?: string;
}

/** The result of sending a form. */
export type SubmitResult =
  | { submission: NonNullable<SubmitFormMutation["submitForm"]["submission"]> }
  /** The names of the fields that are not valid. */
  | { fields: readonly string[] }
  | { failure: "failed" | "limited" };
