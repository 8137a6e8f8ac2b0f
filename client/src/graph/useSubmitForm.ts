import { useCallback } from "react";
import { useAccount } from "~/lib/account";
import type { FormKind, SubmitFormMutation } from "./generated/graphql";

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

export type SubmitResult =
  | { submission: NonNullable<SubmitFormMutation["submitForm"]["submission"]> }
  /** The names of the fields that are not valid. */
  | { fields: readonly string[] }
  | { failure: "failed" | "limited" };

/** Sends public forms. Apollo Client is loaded by the first submission: the page with the form does not need it. */
export function useSubmitForm(): (form: FormSubmission) => Promise<SubmitResult> {
  const account = useAccount();
  return useCallback(
    async (form) => {
      try {
        const { submitForm } = await import("./submitForm");
        return await submitForm(account, form);
      } catch (error) {
        console.warn("The code that sends forms cannot be loaded.", error);
        return { failure: "failed" };
      }
    },
    [account],
  );
}
