import { fireEvent } from "@testing-library/react";
import type { EditorMessage } from "~/lib/preview/previewMessage";
import { followScroll } from "./followScroll";

const posted = jest.fn();
jest.mock("~/lib/preview/previewMessage", () => ({
  ...jest.requireActual<object>("~/lib/preview/previewMessage"),
  postToEditor: (message: unknown) => {
    posted(message);
  },
}));

/** Scrolls the window, and fires the event that browsers fire afterwards. */
function scroll(top: number) {
  Object.defineProperty(window, "scrollY", { value: top, configurable: true });
  fireEvent.scroll(window);
}

test("reports how far the page is scrolled, but not where a message has scrolled it to", () => {
  Object.defineProperty(document.documentElement, "scrollHeight", { value: window.innerHeight + 1000 });
  followScroll();
  scroll(250);
  expect(posted.mock.calls).toEqual([[{ type: "scrolled", position: 0.25 }]]);

  posted.mockReset();
  const data: EditorMessage = { source: "strand-editor", type: "scroll", position: 0.5 };
  const message = { data, origin: window.location.origin, source: window.parent };
  window.scrollTo = ((options: ScrollToOptions) => {
    Object.defineProperty(window, "scrollY", { value: options.top, configurable: true });
  }) as typeof window.scrollTo;
  window.dispatchEvent(new MessageEvent("message", message));
  expect(window.scrollY).toBe(500);
  fireEvent.scroll(window);
  expect(posted).not.toHaveBeenCalled();

  // Another origin moves nothing.
  window.dispatchEvent(new MessageEvent("message", { ...message, origin: "https://elsewhere.example" }));
  window.dispatchEvent(new MessageEvent("message", { ...message, data: { ...data, source: "other" } }));
  expect(window.scrollY).toBe(500);
  scroll(750);
  expect(posted.mock.calls).toEqual([[{ type: "scrolled", position: 0.75 }]]);
});
