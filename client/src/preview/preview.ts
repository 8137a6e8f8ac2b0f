import type { DataRouter } from "react-router";
import { isEditorMessage, sayToEditor } from "~/lib/previewMessage";
import { markDifferences, showDifference } from "./differences";
import { highlightChanges } from "./highlightChanges";

/** What only the document of an editor's preview needs. */
export { makePreviewAccount } from "./account";

/** Starts the preview below a base, once the app is mounted. */
export function startPreview(base: string, router: DataRouter): void {
  document.addEventListener("click", (event) => openOutside(event, base), { capture: true });
  let shown = router.state.location.key;
  sayToEditor("navigated");
  router.subscribe(({ location }) => {
    if (location.key === shown) return;
    shown = location.key;
    sayToEditor("navigated");
  });
  window.addEventListener("message", ({ origin, source, data }: MessageEvent) => {
    if (origin !== window.location.origin || source !== window.parent || !isEditorMessage(data)) return;
    if (data.type === "changed") void highlightChanges(() => router.revalidate());
    else if (data.type === "marks") markDifferences(data.marks);
    else showDifference(data.index);
  });
}

/** Opens links that leave the preview in a new tab: the frame would show a page that is no preview. */
function openOutside(event: MouseEvent, base: string) {
  const link = event.target instanceof Element && event.target.closest("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.target) return;
  const isInside = link.origin === window.location.origin && link.pathname.startsWith(`${base}/`);
  if (!isInside && /^https?:$/.test(link.protocol)) link.target = "_blank";
}
