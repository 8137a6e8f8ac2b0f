import type { DataRouter } from "react-router";
import { readConfig } from "~/lib/document/config";
import { isEditorMessage, postToEditor } from "~/lib/preview/previewMessage";
import { screenUrl } from "~/lib/url/screenUrl";
import { outlineDifferences, showDifference, showModule } from "./differences";
import { followScroll } from "./followScroll";
import { highlightChanges } from "./highlightChanges";
import { Inspector } from "./inspect";
import { linkedPreviewOf } from "./PreviewBar";
import { type AskAt, loadValues } from "./provenance";
import { showBar } from "./showBar";
import { StudioBridge } from "./studio";

/** Code that only the document of an editor's preview needs. */
export { makePreviewAccount } from "./account";

/** Starts the preview below a base, once the app is mounted. */
export function startPreview(base: string, router: DataRouter, ask: AskAt): void {
  document.addEventListener("click", (event) => openOutside(event, base), { capture: true });
  const { studioOrigins } = readConfig();
  const isFramed = window.parent !== window;
  const urlOf = () =>
    screenUrl(window.location.origin + window.location.pathname.slice(base.length) + window.location.search);
  const load = () => loadValues(ask, urlOf());
  // Holders of a preview link, whose token follows `@`, get no provenance.
  const inspector = base.includes("@") ? undefined : new Inspector(load);
  const studio = studioOrigins && isFramed ? new StudioBridge(studioOrigins, urlOf, load) : undefined;
  // The editor area has the same origin; pages of other origins communicate through the bridge.
  const postNavigated = () => {
    if (!studio) postToEditor({ type: "navigated" });
  };
  // The editor area and Studio show the context around their frame.
  const linkedPreview = isFramed ? undefined : linkedPreviewOf(base);
  if (linkedPreview) void showBar(linkedPreview);
  if (isFramed) followScroll();
  let shown = router.state.location.key;
  postNavigated();
  router.subscribe(({ location, navigation }) => {
    if (location.key === shown || navigation.state !== "idle") return;
    shown = location.key;
    postNavigated();
    // React renders the page after the router's state has changed.
    requestAnimationFrame(() => {
      void inspector?.reload();
      void studio?.mark();
    });
  });
  window.addEventListener("message", ({ origin, source, data }: MessageEvent) => {
    if (origin !== window.location.origin || source !== window.parent || !isEditorMessage(data)) return;
    if (data.type === "changed") void highlightChanges(() => router.revalidate()).then(() => inspector?.reload());
    else if (data.type === "outlines") outlineDifferences(data.outlines);
    else if (data.type === "step") showDifference(data.index);
    else if (data.type === "module") showModule(data.id);
  });
}

/** Opens links that leave the preview in a new tab, since the frame must only show previews. */
function openOutside(event: MouseEvent, base: string) {
  const link = event.target instanceof Element && event.target.closest("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.target) return;
  const isInside = link.origin === window.location.origin && link.pathname.startsWith(`${base}/`);
  if (!isInside && /^https?:$/.test(link.protocol)) link.target = "_blank";
}
