import { useCallback } from "react";
import { useAccount } from "~/lib/account/account";
import type { FormSubmission, SubmitResult } from "./formSubmission";

/**
 * Returns a function that submits public forms. Apollo Client is loaded with the first submission, since the page with
 * the form does not need it.
 */
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
