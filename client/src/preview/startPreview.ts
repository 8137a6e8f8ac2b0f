import type { Account } from "~/lib/account";
import { makePreviewAccount } from "./account";

/** Starts what only the document of a preview has. */
export function startPreview(base: string): Account {
  document.addEventListener("click", (event) => openOutside(event, base), { capture: true });
  return makePreviewAccount(base);
}

/** Opens links that leave the preview in a new tab: the frame would show a page that is no preview. */
function openOutside(event: MouseEvent, base: string) {
  const link = event.target instanceof Element && event.target.closest("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.target) return;
  const isInside = link.origin === window.location.origin && link.pathname.startsWith(`${base}/`);
  if (!isInside && /^https?:$/.test(link.protocol)) link.target = "_blank";
}
