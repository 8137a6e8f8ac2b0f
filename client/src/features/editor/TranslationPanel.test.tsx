import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { useState } from "react";
import type { EditorAreaViewFragment, PageTranslationViewFragment, TranslationState } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { TranslationPanel } from "./TranslationPanel";

type Target = PageTranslationViewFragment["targetLanguages"][number];

/** The area's data that the panel reads: the site, and the tree entry of the page. */
const area = (documentId: string | null, kind = "PAGE") =>
  ({ site: { id: "main", name: "Komax" }, node: { id: "n1", kind, documentId } }) as EditorAreaViewFragment;

const target = (language: string, translationState: TranslationState, change: Partial<Target> = {}): Target => ({
  __typename: "PageTranslationTarget",
  id: `target-${language}`,
  language,
  translationState,
  exportedAt: null,
  importedAt: null,
  problem: null,
  canStart: translationState === "MARKED_FOR_TRANSLATION",
  canReset: translationState !== "MARKED_FOR_TRANSLATION",
  ...change,
});

const page = (
  translationState: TranslationState | null,
  targetLanguages: Target[],
  change: Partial<PageTranslationViewFragment> = {},
) => ({
  pageTranslation: {
    __typename: "PageTranslation",
    id: "history",
    title: "History",
    isPublished: true,
    sourceLanguage: "en",
    translationState,
    canStart: targetLanguages.some(({ canStart }) => canStart),
    canReset: targetLanguages.some(({ canReset }) => canReset),
    targetLanguages,
    ...change,
  },
});

const results = (
  field: "startTranslations" | "resetTranslations",
  ...made: { pageId: string; changed?: string[]; code?: string }[]
) => ({
  [field]: {
    __typename: "TranslationPayload",
    results: made.map(({ pageId, changed = [], code }) => ({
      __typename: "TranslationResult",
      pageId,
      changed,
      skipped: [],
      translation: null,
      userErrors: code ? [{ __typename: "UserError", code }] : [],
    })),
  },
});

let sent: SentOperation[];
beforeEach(() => (sent = []));
afterEach(() => jest.useRealTimers());

/** The panel, with a button that simulates a change event. */
function Panel({ shown }: { shown: EditorAreaViewFragment }) {
  const [changeCount, setChangeCount] = useState(0);
  return (
    <GraphProvider>
      <button onClick={() => setChangeCount(changeCount + 1)}>Change</button>
      <TranslationPanel area={shown} changeCount={changeCount} />
    </GraphProvider>
  );
}
const show = (shown = area("history")) =>
  renderWithGraph(<Panel shown={shown} />, (client) => client.setLink(recordingLink(sent)), {
    url: "/en/editor?stage=DRAFT",
  });

/** Answers the latest open operation with a name. */
async function answer(name: string, data: object) {
  const isAsked = (operation: SentOperation) => operation.name === name && !operation.isOver;
  await waitFor(() => expect(sent.some(isAsked)).toBe(true));
  const operation = sent.findLast(isAsked);
  await act(async () => {
    operation?.next(data);
    operation?.complete();
    await Promise.resolve();
  });
  return operation?.variables;
}
/** Confirms the reset in the dialog. */
async function confirmReset(lead: string) {
  const dialog = screen.getByRole("dialog");
  expect(within(dialog).getByText(lead)).toBeInTheDocument();
  expect(within(dialog).getByText(/^A translation in progress is given up/)).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole("button", { name: "Reset" }));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
}
const sentCount = (name: string) => sent.filter((operation) => operation.name === name).length;

test("shows the state of each language and offers only the possible actions", async () => {
  const { container } = show();
  await answer(
    "EditorPageTranslation",
    page("IN_PROGRESS", [
      target("fr", "IN_PROGRESS", { exportedAt: "2026-11-20T10:00:00Z", problem: "fr.xlf, line 3: no translation" }),
      target("ja", "TRANSLATED", { importedAt: "2026-11-21T10:00:00Z" }),
      target("es", "MARKED_FOR_TRANSLATION"),
    ]),
  );

  const part = screen.getByRole("region", { name: "This page" });
  expect(within(part).getByText("Written in English")).toBeInTheDocument();
  const [french, japanese, spanish] = within(part)
    .getAllByRole("listitem")
    .map((item) => within(item));
  expect(french?.getByText("In progress")).toBeInTheDocument();
  expect(french?.getByText("fr.xlf, line 3: no translation")).toBeInTheDocument();
  expect(french?.getByText(/^Exported/).closest("time")).toHaveAttribute("dateTime", "2026-11-20T10:00:00Z");
  expect(french?.getAllByRole("button").map((button) => button.textContent)).toEqual(["Reset"]);
  expect(japanese?.getByText("Translated")).toBeInTheDocument();
  expect(japanese?.getByText(/^Imported/).closest("time")).toHaveAttribute("dateTime", "2026-11-21T10:00:00Z");
  expect(spanish?.getByRole("button", { name: "Start the translation into Spanish" })).toBeInTheDocument();
  expect(spanish?.queryByRole("button", { name: /Reset/ })).not.toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test("shows why a delivery was refused, and starts the translation again", async () => {
  show();
  const problem = 'history.fr.xlf:4: page history: the unit "title" has no translation';
  await answer(
    "EditorPageTranslation",
    page("IN_PROGRESS", [target("fr", "IN_PROGRESS", { problem, canStart: true })]),
  );
  const part = within(screen.getByRole("region", { name: "This page" }));
  expect(part.getByText(problem)).toBeInTheDocument();
  expect(part.getByText("Failed")).toBeInTheDocument();
  expect(part.getByText(/^The translation was not imported\. Start it again/)).toBeInTheDocument();
  await userEvent.click(part.getByRole("button", { name: "Start the translation into French" }));
  const variables = await answer(
    "StartTranslations",
    results("startTranslations", { pageId: "history", changed: ["fr"] }),
  );
  expect(variables).toEqual({ input: { pages: ["history"], languages: ["fr"] } });
});

test("starts one language, focuses the result and reloads the state", async () => {
  show();
  await answer(
    "EditorPageTranslation",
    page("MARKED_FOR_TRANSLATION", [target("fr", "MARKED_FOR_TRANSLATION"), target("ja", "MARKED_FOR_TRANSLATION")]),
  );
  await userEvent.click(screen.getByRole("button", { name: "Start the translation into French" }));
  const variables = await answer(
    "StartTranslations",
    results("startTranslations", { pageId: "history", changed: ["fr"] }),
  );
  expect(variables).toEqual({ input: { pages: ["history"], languages: ["fr"] } });
  expect(await screen.findByText("Started: French")).toHaveFocus();
  await answer(
    "EditorPageTranslation",
    page("IN_PROGRESS", [target("fr", "IN_PROGRESS"), target("ja", "MARKED_FOR_TRANSLATION")]),
  );
  expect(screen.getByRole("button", { name: "Reset the translation into French" })).not.toHaveAttribute(
    "aria-disabled",
  );
});

test("resets all languages, and reports a refusal and a failure", async () => {
  show();
  const translated = page("TRANSLATED", [target("fr", "TRANSLATED")]);
  await answer("EditorPageTranslation", translated);
  await userEvent.click(screen.getByRole("button", { name: "Reset all" }));
  await confirmReset("History is marked for translation again, into: French.");
  const variables = await answer(
    "ResetTranslations",
    results("resetTranslations", { pageId: "history", code: "NOT_FOUND" }),
  );
  expect(variables).toEqual({ input: { pages: ["history"] } });
  expect(await screen.findByText("The page does not exist any more.")).toHaveFocus();

  const warn = jest.spyOn(console, "warn").mockImplementation();
  await userEvent.click(screen.getByRole("button", { name: "Reset the translation into French" }));
  await confirmReset("History is marked for translation again, into: French.");
  await waitFor(() => expect(sentCount("ResetTranslations")).toBe(2));
  await act(async () => {
    sent.findLast(({ name }) => name === "ResetTranslations")?.fail(new Error("The connection was reset."));
    await Promise.resolve();
  });
  const failure = "It is not known whether this was done. Please try again.";
  expect(await screen.findByText(`French: ${failure}`)).toHaveFocus();
  expect(within(screen.getByRole("region", { name: "This page" })).getByText(failure)).toBeInTheDocument();
  warn.mockRestore();
});

test("changes nothing and restores the focus when a reset is not confirmed", async () => {
  show();
  await answer("EditorPageTranslation", page("TRANSLATED", [target("fr", "TRANSLATED"), target("ja", "TRANSLATED")]));
  const reset = screen.getByRole("button", { name: "Reset the translation into Japanese" });
  await userEvent.click(reset);
  const dialog = screen.getByRole("dialog", { name: "Reset the translation into Japanese" });
  expect(within(dialog).getByText("History is marked for translation again, into: Japanese.")).toBeInTheDocument();
  expect(await axe(dialog)).toHaveNoViolations();
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(reset).toHaveFocus();
  expect(sentCount("ResetTranslations")).toBe(0);
});

test("reloads the state after each change event and polls it while a translation is in progress", async () => {
  jest.useFakeTimers();
  show();
  await answer("EditorPageTranslation", page("IN_PROGRESS", [target("fr", "IN_PROGRESS")]));
  await act(() => jest.advanceTimersByTimeAsync(2000));
  await answer("EditorPageTranslation", page("TRANSLATED", [target("fr", "TRANSLATED")]));
  expect(sentCount("EditorPageTranslation")).toBe(2);
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  expect(sentCount("EditorPageTranslation")).toBe(2);
  fireEvent.click(screen.getByRole("button", { name: "Change" }));
  await answer("EditorPageTranslation", page("MARKED_FOR_TRANSLATION", [target("fr", "MARKED_FOR_TRANSLATION")]));
  expect(screen.queryByText("Translated", { selector: "span" })).not.toBeInTheDocument();
});

test("shows a page without targets, an entry that is no page, and the way to the worklist", async () => {
  const { unmount } = show();
  await answer("EditorPageTranslation", page(null, []));
  expect(screen.getByText("This page is not translated into other languages.")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Translations of Komax" })).toHaveAttribute(
    "href",
    "/en/editor?stage=DRAFT&editorView=translations",
  );
  unmount();
  show(area("release", "MEDIA_RELEASE"));
  expect(screen.getByText("This entry is not a page with translations.")).toBeInTheDocument();
  expect(sentCount("EditorPageTranslation")).toBe(1);
});
