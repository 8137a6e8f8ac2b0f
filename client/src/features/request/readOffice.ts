import { RequestOfficeDocument, type RequestOfficeViewFragment } from "~/graph/generated/graphql";
import { clientOf } from "~/graph/GraphProvider";
import type { Account } from "~/lib/account/account";
import { documentLocale } from "~/lib/document/documentLocale";

/** Reads the office that a request from a country is addressed to. */
export async function readOffice(account: Account, country: string, about: string): Promise<RequestOfficeViewFragment> {
  const { data } = await clientOf(account).query({
    query: RequestOfficeDocument,
    variables: { country, about, locale: documentLocale() },
  });
  if (!data) throw new Error(`The office for ${country} is missing in the answer.`);
  return data.requestOffice;
}
