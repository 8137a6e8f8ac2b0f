import type { Account } from "~/lib/account/account";
import { SubmitFormDocument } from "./generated/graphql";
import { isUnauthenticated } from "./client";
import { clientOf } from "./GraphProvider";
import type { FormSubmission, SubmitResult } from "./formSubmission";
import { documentLocale } from "~/lib/document/documentLocale";
import { hasCode, rateLimited } from "./errorCode";

/** Submits a form. Never rejects: a failure is a result. */
export async function submitForm(
  account: Account,
  form: FormSubmission,
  isSignedIn = form.kind === "PRODUCT_REQUEST",
): Promise<SubmitResult> {
  try {
    const { data } = await clientOf(account).mutate({
      mutation: SubmitFormDocument,
      // Customers find their requests in the portal. Other forms are the same for all visitors.
      context: { signedIn: isSignedIn },
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
    if (data?.submitForm.userErrors.some((e) => e.code === "CLOSED")) return { failure: "closed" };
    return { refused: data?.submitForm.userErrors.flatMap((e) => e.field ?? []) ?? [] };
  } catch (error) {
    // A session that has ended does not prevent a request.
    if (isSignedIn && isUnauthenticated(error)) return submitForm(account, form, false);
    console.warn("The form could not be sent.", error);
    return { failure: hasCode(error, rateLimited) ? "limited" : "failed" };
  }
}
