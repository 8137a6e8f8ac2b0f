import { withoutBase } from "~/lib/base";
import { clientParameters } from "~/lib/clientParameters";

/**
 * Returns the address of a screen's data: without hash, base path of a preview, and parameters that only the browser
 * reads.
 */
export function screenUrl(address: string | URL): string {
  const url = withoutBase(new URL(address));
  url.hash = "";
  for (const name of clientParameters) url.searchParams.delete(name);
  return url.href;
}
