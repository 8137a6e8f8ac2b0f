/**
 * Links to an operation with its variables, in the fragment of the address, which browsers do not send. Headers and
 * tokens are never part of one.
 */

export interface SharedOperation {
  query: string;
  variables: string;
}

/** The longest link, which mail programs and chats keep whole. */
export const maxLink = 8_000;

const key = "operation";

/** The link to an operation; undefined if it would be too long. */
export function linkTo({ query, variables }: SharedOperation, page: string): string | undefined {
  const fragment = new URLSearchParams({ [key]: query });
  if (variables.trim()) fragment.set("variables", variables);
  const url = new URL(page);
  url.hash = fragment.toString();
  return url.href.length > maxLink ? undefined : url.href;
}

/** The operation of a fragment; undefined for another fragment. */
export function sharedIn(fragment: string): SharedOperation | undefined {
  if (fragment.length > maxLink) return undefined;
  const parameters = new URLSearchParams(fragment.replace(/^#/, ""));
  const query = parameters.get(key);
  return query ? { query, variables: parameters.get("variables") ?? "" } : undefined;
}
