import { act, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { PreviewDocument } from "./PreviewDocument";

/** The types of the messages that the document in the frame has received. */
let received: string[];

const frameWindow = () => screen.getByTitle<HTMLIFrameElement>("Preview").contentWindow as Window;

function Frame({ changeCount }: { changeCount: number }) {
  const frame = useRef<HTMLIFrameElement>(null);
  return (
    <PreviewDocument
      frame={frame}
      title="Preview"
      url="/editor-preview/main~draft/en"
      changeCount={changeCount}
      isInspecting={false}
      onMessage={() => undefined}
      onNavigate={() => undefined}
    />
  );
}

/** Posts the message of a document that has loaded. */
function announce() {
  const source = frameWindow();
  const data = { source: "strand-preview", type: "navigated" };
  act(() => void window.dispatchEvent(new MessageEvent("message", { origin: window.location.origin, source, data })));
}

/** Renders the preview, and records what its document receives. */
function renderFrame() {
  const { rerender } = render(<Frame changeCount={0} />);
  received = [];
  frameWindow().postMessage = ({ type }: { type: string }) => void received.push(type);
  return { change: (changeCount: number) => rerender(<Frame changeCount={changeCount} />) };
}

test("reports a change of the content again to a document that was still loading", () => {
  const { change } = renderFrame();
  change(1);
  received = [];
  announce();
  expect(received).toEqual(["changed"]);
  announce();
  expect(received).toEqual(["changed"]);
  change(2);
  expect(received).toEqual(["changed", "changed"]);
});

test("reports a change of the content to a document that had loaded before the app was hydrated", () => {
  const { change } = renderFrame();
  change(1);
  expect(received).toEqual(["changed"]);
});
