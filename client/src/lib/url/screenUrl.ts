import { withoutBase } from "./base";
import { clientParameters } from "./clientParameters";

/**
 * Returns the address of a screen's data: without hash, base path of a preview, and parameters that only the browser
 * reads.
 */
export function screenUrl(address: string | URL): string {
  const url = withoutBase(address);
  url.hash = "";
  for (const name of clientParameters) url.searchParams.delete(name);
  return url.href;
}
