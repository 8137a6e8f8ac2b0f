import type { ApolloClient } from "@apollo/client";
import { SubmitFormDocument, type FormKind, type SubmitFormMutation } from "./generated/graphql";

type Submission = NonNullable<SubmitFormMutation["submitForm"]["submission"]>;

/** What came of sending a form. */
export type Submitted =
  | { submission: Submission }
  /** The names of the fields that do not fit. */
  | { fields: readonly string[] }
  | { failure: "failed" | "limited" };

export interface FormToSend {
  kind: FormKind;
  /** Made once for what is sent, so that sending it again creates nothing. */
  key: string;
  /** The technical name of the site that the form stands on; the main one where it is left out. */
  site?: string;
  about?: string | undefined;
  values: Readonly<Record<string, string>>;
  /** What people do not see and machines fill in. */
  website?: string;
}

/** Sends a form. It never fails: what went wrong is an answer. */
export async function submitForm(client: ApolloClient, form: FormToSend): Promise<Submitted> {
  try {
    const { data } = await client.mutate({
      mutation: SubmitFormDocument,
      variables: {
        input: {
          kind: form.kind,
          locale: document.documentElement.lang,
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
    return { failure: codeOf(error) === "RATE_LIMITED" ? "limited" : "failed" };
  }
}

function codeOf(error: unknown): unknown {
  return (error as { errors?: { extensions?: { code?: unknown } }[] } | undefined)?.errors?.[0]?.extensions?.code;
}
