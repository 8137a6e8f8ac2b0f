/** A message from the document of a preview to the surrounding editor area. */
export type PreviewMessage = { source: "strand-preview" } & (
  | { /** The frame shows another page. */ type: "navigated" }
  | { /** Inspecting was switched on or off in the frame. */ type: "inspecting"; isOn: boolean }
  | { /** The page was scrolled, from 0 to 1. */ type: "scrolled"; position: number }
);

/** A difference to outline in the page; its element is found by its text. */
export interface DifferenceOutline {
  kind: "ADDED" | "CHANGED";
  /** Candidate lines; the first one that is found is outlined. */
  texts: readonly string[];
}

/** A message from the editor area to the document of a preview in its frame. */
export type EditorMessage = { source: "strand-editor" } & (
  | { /** Content may have changed: the page is reloaded. */ type: "changed" }
  | {
      /** The differences to outline; an empty list removes the outlines. */
      type: "outlines";
      outlines: readonly DifferenceOutline[];
    }
  | { /** Shows an outlined difference. */ type: "step"; index: number }
  | { /** Scrolls to a module and marks it. */ type: "module"; id: string }
  | { /** Switches inspecting on or off. */ type: "inspect"; isOn: boolean }
  | { /** Scrolls the page, from 0 to 1. */ type: "scroll"; position: number }
);

type WithoutSource<T> = T extends unknown ? Omit<T, "source"> : never;

/** Whether the data of a message event is a message of a preview. */
export function isPreviewMessage(data: unknown): data is PreviewMessage {
  return (data as Partial<PreviewMessage> | null)?.source === "strand-preview";
}

/** Whether the data of a message event is a message of the editor area. */
export function isEditorMessage(data: unknown): data is EditorMessage {
  return (data as Partial<EditorMessage> | null)?.source === "strand-editor";
}

/** Posts a message to the surrounding editor area; does nothing outside of a frame. */
export function postToEditor(message: WithoutSource<PreviewMessage>): void {
  if (window.parent !== window)
    window.parent.postMessage({ source: "strand-preview", ...message }, window.location.origin);
}

/** Posts a message to the document of a preview. */
export function postToPreview(frame: Window, message: WithoutSource<EditorMessage>): void {
  frame.postMessage({ source: "strand-editor", ...message }, window.location.origin);
}
