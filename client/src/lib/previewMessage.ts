/** What the document of a preview says to the editor area around it. */
export type PreviewMessage = { source: "strand-preview" } & (
  | { /** The frame shows another page. */ type: "navigated" }
  | { /** Inspecting was switched on or off in the frame. */ type: "inspecting"; isOn: boolean }
);

/** A difference that is marked in the page: an element is found by its text. */
export interface DifferenceMark {
  kind: "ADDED" | "CHANGED";
  /** Lines of which the first that is found is marked. */
  texts: readonly string[];
}

/** What the editor area says to the document of a preview in its frame. */
export type EditorMessage = { source: "strand-editor" } & (
  | { /** Content may have changed: the page is read again. */ type: "changed" }
  | { /** The differences to mark; none removes the marks. */ type: "marks"; marks: readonly DifferenceMark[] }
  | { /** Shows a marked difference. */ type: "step"; index: number }
  | { /** Inspecting is to be switched on or off. */ type: "inspect"; isOn: boolean }
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

/** Says something to the editor area around this document; nothing happens in a window of its own. */
export function sayToEditor(message: WithoutSource<PreviewMessage>): void {
  if (window.parent !== window)
    window.parent.postMessage({ source: "strand-preview", ...message }, window.location.origin);
}

/** Says something to the document of a preview. */
export function sayToPreview(frame: Window, message: WithoutSource<EditorMessage>): void {
  frame.postMessage({ source: "strand-editor", ...message }, window.location.origin);
}
