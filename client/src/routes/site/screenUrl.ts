import { clientParameters } from "~/lib/clientParameters";

/** The address of a screen's data: without hash and without the parameters that only the browser reads. */
export function screenUrl(address: string | URL): string {
  const url = new URL(address);
  url.hash = "";
  for (const name of clientParameters) url.searchParams.delete(name);
  return url.href;
}
