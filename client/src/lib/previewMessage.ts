/** What the document of a preview says to the editor area around it. */
export type PreviewMessage = { source: "strand-preview" } & {
  /** The frame shows another page. */
  type: "navigated";
};

/** Whether the data of a message event is a message of a preview. */
export function isPreviewMessage(data: unknown): data is PreviewMessage {
  return (data as Partial<PreviewMessage> | null)?.source === "strand-preview";
}

/** Says something to the editor area around this document; nothing happens in a window of its own. */
export function sayToEditor(message: Omit<PreviewMessage, "source">): void {
  if (window.parent !== window)
    window.parent.postMessage({ source: "strand-preview", ...message }, window.location.origin);
}
