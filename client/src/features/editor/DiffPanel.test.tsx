import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { useRef, useState } from "react";
import type { EditorAreaViewFragment, EditorDifferenceViewFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { DiffPanel } from "./DiffPanel";
import { shortened } from "./DifferenceEntry";

type Run = EditorDifferenceViewFragment["text"][number];

const area = { site: { id: "main" }, locale: { code: "en" } } as EditorAreaViewFragment;

const run = (kind: Run["kind"], text: string, reference: string | null = null): Run => ({
  __typename: "EditorTextRun",
  kind,
  text,
  reference,
});
const picture = (url: string) => ({ __typename: "Image" as const, url });
const difference = (about: Partial<EditorDifferenceViewFragment>): EditorDifferenceViewFragment => ({
  __typename: "EditorDifference",
  kind: "CHANGED",
  place: ["Title"],
  text: [],
  oldImage: null,
  newImage: null,
  visibleTexts: [],
  ...about,
});
const diff = (differences: EditorDifferenceViewFragment[], isPublished = true) => ({
  editorDiff: { __typename: "EditorDiff", isPublished, differences },
});
const three = [
  difference({
    place: ["Hero", "Title"],
    text: [run("SAME", "Good "), run("REMOVED", "careers"), run("ADDED", "jobs")],
    visibleTexts: ["Good jobs"],
  }),
  difference({
    kind: "ADDED",
    place: ["Quote"],
    text: [run("ADDED", "Well said\nSomeone")],
    visibleTexts: ["Well said", "Someone"],
  }),
  difference({ kind: "REMOVED", place: ["Rich text 2"], text: [run("REMOVED", "Gone")] }),
];

let sent: SentOperation[];
/** The messages that were posted to the document in the frame. */
let postedMessages: unknown[];
beforeEach(() => {
  sent = [];
  postedMessages = [];
});

/** The panel beside a frame, with a button that simulates a reload in the frame. */
function Panel() {
  const frame = useRef<HTMLIFrameElement>(null);
  const [shown, setShown] = useState(0);
  return (
    <GraphProvider>
      <button onClick={() => setShown(shown + 1)}>Show anew</button>
      <iframe
        title="Preview"
        ref={(element) => {
          frame.current = element;
          const preview = element?.contentWindow;
          if (preview) preview.postMessage = (message: unknown) => postedMessages.push(message);
        }}
      />
      <DiffPanel area={area} node="navigation:careers" frame={frame} loadCount={shown} changeCount={0} />
    </GraphProvider>
  );
}
const show = () => renderWithGraph(<Panel />, (client) => client.setLink(recordingLink(sent)));

/** Answers the latest open query. */
async function answer(data: object) {
  await waitFor(() => expect(sent.some(({ isOver }) => !isOver)).toBe(true));
  const query = sent.findLast(({ isOver }) => !isOver);
  await act(async () => {
    query?.next(data);
    query?.complete();
    await Promise.resolve();
  });
  return query?.variables;
}
const current = () => screen.getAllByRole("listitem").map((item) => within(item).getByRole("button").ariaCurrent);

test("lists the differences with old and new value and outlines them in the page", async () => {
  const { container } = show();
  expect(await answer(diff(three))).toEqual({ site: "main", locale: "en", node: "navigation:careers" });
  const [title, quote, text] = screen.getAllByRole("listitem").map((item) => within(item));
  expect(title?.getByText("Changed")).toBeInTheDocument();
  expect(title?.getByText("Hero › Title")).toBeInTheDocument();
  expect(title?.getByText("careers").tagName).toBe("DEL");
  expect(title?.getByText("jobs").tagName).toBe("INS");
  expect(quote?.getByText("Added")).toBeInTheDocument();
  expect(quote?.getByText("Quote")).toBeInTheDocument();
  expect(quote?.queryByText("", { selector: "del" })).not.toBeInTheDocument();
  expect(text?.getByText("Removed")).toBeInTheDocument();
  expect(text?.getByText("Rich text 2")).toBeInTheDocument();
  expect(text?.getByText("Gone").tagName).toBe("DEL");
  expect(postedMessages).toContainEqual({
    source: "strand-editor",
    type: "outlines",
    outlines: [
      { kind: "CHANGED", texts: ["Good jobs"] },
      { kind: "ADDED", texts: ["Well said", "Someone"] },
      { kind: "CHANGED", texts: [] },
    ],
  });
  expect(await axe(container, { iframes: false })).toHaveNoViolations();
});

test("shows both pictures of a replaced one, and one for a picture with another alternative text", async () => {
  show();
  await answer(
    diff([
      difference({
        place: ["Hero", "Image"],
        text: [run("SAME", "A "), run("REMOVED", "red "), run("ADDED", "blue "), run("SAME", "dot")],
        oldImage: picture("/old.webp"),
        newImage: picture("/new.webp"),
      }),
      difference({ place: ["Image"], oldImage: picture("/same.webp"), newImage: picture("/same.webp") }),
    ]),
  );
  const sources = screen
    .getAllByRole("listitem")
    .map((item) => [...item.querySelectorAll("img")].map((image) => image.getAttribute("src")));
  expect(sources).toEqual([["/old.webp", "/new.webp"], ["/same.webp"]]);
  const [replaced] = screen.getAllByRole("listitem").map((item) => within(item));
  expect(replaced?.getByText("Published")).toBeInTheDocument();
  expect(replaced?.getByText("Draft")).toBeInTheDocument();
  expect(replaced?.getByText("Alternative text")).toBeInTheDocument();
  expect(replaced?.getByText("red").tagName).toBe("DEL");
});

test("shows the value of a figure that visitors read, and its reference", async () => {
  show();
  const text = [run("SAME", "With "), run("ADDED", "3,336", "fact:people"), run("SAME", " people")];
  await answer(diff([difference({ text })]));
  expect(screen.getByText("3,336").tagName).toBe("INS");
  expect(screen.getByText("fact:people").tagName).toBe("SMALL");
});

test("leaves out unchanged text that is far from a change", () => {
  const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
  expect(shortened("short", false, false)).toBe("short");
  expect(shortened(words, true, false)).toMatch(/^… word5\d .*word59$/);
  expect(shortened(words, false, true)).toMatch(/^word0 .*word\d …$/);
  expect(shortened(words, false, false)).toMatch(/^word0 .*word\d … word5\d.* word59$/);
  expect(shortened(words, true, true)).toBe("…");
});

test("steps through the differences by keyboard and shows any of them", async () => {
  show();
  await answer(diff(three));
  const previous = screen.getByRole("button", { name: "Previous change" });
  const next = screen.getByRole("button", { name: "Next change" });
  expect(previous).toHaveAttribute("aria-disabled", "true");
  next.focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("status")).toHaveTextContent("Change 1 of 3");
  expect(current()).toEqual(["true", null, null]);
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("status")).toHaveTextContent("Change 2 of 3");
  await userEvent.click(screen.getByRole("button", { name: /Gone/ }));
  expect(current()).toEqual([null, null, "true"]);
  expect(next).toHaveAttribute("aria-disabled", "true");
  await userEvent.click(previous);
  expect(current()).toEqual([null, "true", null]);
  const steps = postedMessages.filter((message) => (message as { type: string }).type === "step");
  expect(steps).toEqual([0, 1, 2, 1].map((index) => ({ source: "strand-editor", type: "step", index })));
});

test("compares and outlines the page again when the frame has reloaded it", async () => {
  show();
  await answer(diff(three));
  postedMessages = [];
  await userEvent.click(screen.getByRole("button", { name: "Show anew" }));
  await answer(diff([difference({ text: [run("ADDED", "Vacancies")], visibleTexts: ["Vacancies"] })]));
  expect(screen.getByText("Vacancies")).toBeInTheDocument();
  expect(postedMessages.at(-1)).toEqual({
    source: "strand-editor",
    type: "outlines",
    outlines: [{ kind: "CHANGED", texts: ["Vacancies"] }],
  });
});

test("shows the chosen difference in a document that was still loading", async () => {
  show();
  await answer(diff(three));
  await userEvent.click(screen.getByRole("button", { name: /Gone/ }));
  postedMessages = [];
  await userEvent.click(screen.getByRole("button", { name: "Show anew" }));
  expect(postedMessages.at(-1)).toEqual({ source: "strand-editor", type: "step", index: 2 });
});

test("reports a page that was never published, a page without differences, and a failure", async () => {
  const { unmount } = show();
  await answer(diff([difference({ kind: "ADDED", text: [run("ADDED", "Roadmap")] })], false));
  expect(screen.getByText("This page was never published.")).toBeInTheDocument();
  unmount();

  show();
  await waitFor(() => expect(sent.some(({ isOver }) => !isOver)).toBe(true));
  act(() => sent.findLast(({ isOver }) => !isOver)?.fail(new Error("The connection was reset.")));
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await answer(diff([]));
  expect(screen.getByText("The draft is the same as what is published.")).toBeInTheDocument();
});
