import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { isPreviewMessage, postToPreview, type PreviewMessage } from "~/lib/preview/previewMessage";

export interface PreviewDocumentProps {
  frame: RefObject<HTMLIFrameElement | null>;
  className?: string;
  title: string;
  /** The path of the preview. */
  url: string;
  /** Increases with each change event of the content. */
  changeCount: number;
  isInspecting: boolean;
  /** Called with the messages of the document that the frame shows now, and its window. */
  onMessage: (message: PreviewMessage, from: Window) => void;
  /** Called with the path that a navigation in the frame has led to. */
  onNavigate: (path: string) => void;
}

/** The document of a preview. The frame stays the same element, so that only another preview loads a page. */
export function PreviewDocument({
  frame,
  className,
  title,
  url,
  changeCount,
  isInspecting,
  onMessage,
  onNavigate,
}: PreviewDocumentProps) {
  // Constant: a changed `src` would reload the page that the editor has already reached within the frame.
  const [firstUrl] = useState(url);
  // The document that the frame is navigating away from. It stays until the next document begins and may still be
  // loading: its messages are outdated, and its URL is not the frame's next URL.
  const previousDocument = useRef<Document>(null);
  // The document that has posted its first message. Another one may still be loading, or may have posted before the
  // editor area was hydrated.
  const readyDocument = useRef<Document>(null);
  const hasMissedChange = useRef(false);

  useEffect(() => {
    const frameWindow = frame.current?.contentWindow;
    if (changeCount === 0 || !frameWindow) return;
    const isReady =
      isShowing(frame.current, readyDocument.current) && !isShowing(frame.current, previousDocument.current);
    postToPreview(frameWindow, { type: "changed" });
    // A document that is loading receives no message, and may have been rendered before the change.
    hasMissedChange.current = !isReady;
  }, [frame, changeCount]);

  useEffect(() => {
    if (frame.current?.contentWindow)
      postToPreview(frame.current.contentWindow, { type: "inspect", isOn: isInspecting });
  }, [frame, isInspecting]);

  // Before the next message: `receive` knows the new URL already, and would take the previous document's for that of a
  // navigation.
  useLayoutEffect(() => {
    const frameWindow = frame.current?.contentWindow;
    if (!frameWindow) return;
    // The frame starts with an empty document, before it loads its `src`.
    const isStarting = pathOf(frameWindow) === "blank" && url === firstUrl;
    if (!isShowing(frame.current, previousDocument.current) && (isStarting || pathOf(frameWindow) === url)) return;
    previousDocument.current = frame.current?.contentDocument ?? null;
    frameWindow.location.replace(url);
  }, [frame, url, firstUrl]);

  const receive = useEffectEvent(({ origin, source, data }: MessageEvent) => {
    const frameWindow = frame.current?.contentWindow;
    if (origin !== window.location.origin || !frameWindow || source !== frameWindow) return;
    if (isShowing(frame.current, previousDocument.current) || !isPreviewMessage(data)) return;
    if (data.type === "navigated") {
      readyDocument.current = frame.current?.contentDocument ?? null;
      if (hasMissedChange.current) postToPreview(frameWindow, { type: "changed" });
      hasMissedChange.current = false;
      // Inspection must be enabled again in a new document.
      if (isInspecting) postToPreview(frameWindow, { type: "inspect", isOn: true });
    }
    onMessage(data, frameWindow);
    const path = pathOf(frameWindow);
    if (data.type === "navigated" && path !== undefined && path !== url) onNavigate(path);
  });
  useEffect(() => {
    const listener = (event: MessageEvent) => receive(event);
    window.addEventListener("message", listener);
    return () => window.removeEventListener("message", listener);
  }, []);

  return <iframe ref={frame} className={className} src={firstUrl} title={title} />;
}

/** Whether a frame shows a document; false without a document. */
const isShowing = (frame: HTMLIFrameElement | null, document: Document | null) =>
  document !== null && frame?.contentDocument === document;

/** The path of the document in a frame; undefined for another origin. */
function pathOf(frame: Window): string | undefined {
  try {
    return frame.location.pathname;
  } catch {
    return undefined;
  }
}
