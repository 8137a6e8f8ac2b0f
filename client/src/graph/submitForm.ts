import type { Account } from "~/lib/account";
import { SubmitFormDocument } from "./generated/graphql";
import { clientOf } from "./GraphProvider";
import type { FormSubmission, SubmitResult } from "./formSubmission";
import { documentLocale } from "~/lib/documentLocale";
import { hasCode, rateLimited } from "./errorCode";

/** Submits a form. Never rejects: a failure is a result. */
export async function submitForm(account: Account, form: FormSubmission): Promise<SubmitResult> {
  try {
    const { data } = await clientOf(account).mutate({
      mutation: SubmitFormDocument,
      variables: {
        input: {
          kind: form.kind,
          locale: documentLocale(),
          idempotencyKey: form.key,
          site: form.site ?? null,
          about: form.about ?? null,
          website: form.website ?? null,
          values: Object.entries(form.values).map(([name, value]) => ({ name, value })),
        },
      },
    });
    if (data?.submitForm.submission) return { submission: data.submitForm.submission };
    return { fields: data?.submitForm.userErrors.flatMap((e) => e.field ?? []) ?? [] };
  } catch (error) {
    console.warn("The form could not be sent.", error);
    return { failure: hasCode(error, rateLimited) ? "limited" : "failed" };
  }
}
