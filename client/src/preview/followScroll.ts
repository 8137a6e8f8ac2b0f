import { isEditorMessage, postToEditor } from "~/lib/preview/previewMessage";

/**
 * Reports to the editor area how far the page is scrolled, and scrolls as far as the other frame of a comparison. The
 * positions are proportions, from 0 to 1: the pages may have different heights.
 */
export function followScroll(): void {
  /** Where the page was scrolled to by a message: that is not reported, or the frames would move each other. */
  let followed: number | undefined;
  const range = () => document.documentElement.scrollHeight - window.innerHeight;
  window.addEventListener(
    "scroll",
    () => {
      if (window.scrollY === followed) return;
      followed = undefined;
      postToEditor({ type: "scrolled", position: range() > 0 ? window.scrollY / range() : 0 });
    },
    { passive: true },
  );
  window.addEventListener("message", ({ origin, source, data }: MessageEvent) => {
    if (origin !== window.location.origin || source !== window.parent || !isEditorMessage(data)) return;
    if (data.type !== "scroll") return;
    window.scrollTo({ top: data.position * range(), behavior: "instant" });
    followed = window.scrollY;
  });
}
