import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import type { EditorAreaViewFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { TranslationWorklist } from "./TranslationWorklist";
import type { WorklistEntry } from "./translationPlan";
import { useAreaUrl } from "./useAreaUrl";

type State = WorklistEntry["node"]["targetLanguages"][number]["translationState"];

const area = {
  sites: [
    { id: "main", name: "Komax" },
    { id: "other", name: "Other" },
  ],
  site: {
    id: "main",
    name: "Komax",
    parts: ["TRANSLATIONS"],
    languages: ["en", "fr", "ja", "de"].map((languageCode) => ({ languageCode, nativeName: languageCode })),
  },
  tree: [
    { id: "g", kind: "GROUP", parentId: null },
    { id: "p", kind: "PAGE", parentId: "g", path: "/company", title: "Company" },
  ],
} as unknown as EditorAreaViewFragment;

const entry = (id: string, states: Record<string, State> = {}, wordCount: number | null = 1000): WorklistEntry => ({
  __typename: "PageTranslationEdge",
  path: `/company/${id}`,
  node: {
    __typename: "PageTranslation",
    id,
    title: `Page ${id}`,
    sourceLanguage: "en",
    wordCount,
    targetLanguages: Object.entries(states).map(([language, translationState]) => ({
      __typename: "PageTranslationTarget",
      id: `${id}-${language}`,
      language,
      translationState,
      problem: null,
      canStart: translationState === "MARKED_FOR_TRANSLATION",
    })),
  },
});

const list = (edges: WorklistEntry[], totalCount = edges.length) => ({
  pageTranslations: {
    __typename: "PageTranslationConnection",
    totalCount,
    edges,
    prices: ["fr", "ja", "de"].map((targetLanguage) => ({
      __typename: "TranslationPrice",
      sourceLanguage: "en",
      targetLanguage,
      currency: "EUR",
      perThousandWords: 80,
    })),
  },
});

let sent: SentOperation[];
beforeEach(() => (sent = []));
afterEach(() => jest.useRealTimers());

function Worklist() {
  const { change } = useAreaUrl();
  return (
    <GraphProvider>
      <TranslationWorklist area={area} changeCount={0} onChange={change} />
    </GraphProvider>
  );
}

const show = (query = "") =>
  renderWithGraph(<Worklist />, (client) => client.setLink(recordingLink(sent)), {
    url: `/en/editor?editorView=translations${query}`,
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

const check = (name: string) => userEvent.click(screen.getByRole("checkbox", { name }));

test("sends pages in languages after a confirmation with words and price", async () => {
  const { container } = show();
  const read = await answer("TranslationWorklist", list([entry("a"), entry("b", { fr: "TRANSLATED" })]));
  expect(read).toEqual({ site: "main", languages: ["en", "fr", "ja", "de"], state: null, section: null, search: null });
  expect(screen.getByRole("button", { name: "Send" })).toHaveAttribute("aria-disabled", "true");
  await check("Choose all 2 pages shown");
  expect(screen.getByText("Choose languages.")).toBeInTheDocument();
  await check("French");
  await check("Japanese");
  expect(screen.getByText("2 pages × 2 languages: 3 orders")).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();

  await userEvent.click(screen.getByRole("button", { name: "Send 3 orders" }));
  const dialog = within(screen.getByRole("dialog", { name: "Send to the translation service?" }));
  expect(dialog.getByText("3,000 words")).toBeInTheDocument();
  expect(dialog.getByText(/^about EUR\s240$/)).toBeInTheDocument();
  expect(dialog.getByText("1 is translated already: reset it first.")).toBeInTheDocument();
  expect(await axe(screen.getByRole("dialog"))).toHaveNoViolations();
  expect(sent.some(({ name }) => name === "StartTranslations")).toBe(false);
  await userEvent.click(dialog.getByRole("button", { name: "Send 3 orders" }));
  const variables = await answer("StartTranslations", {
    startTranslations: {
      __typename: "TranslationPayload",
      results: [
        {
          __typename: "TranslationResult",
          pageId: "a",
          changed: ["fr", "ja"],
          skipped: [],
          translation: entry("a", { fr: "IN_PROGRESS", ja: "IN_PROGRESS" }).node,
          userErrors: [],
        },
        {
          __typename: "TranslationResult",
          pageId: "b",
          changed: ["ja"],
          skipped: ["fr"],
          translation: entry("b", { fr: "TRANSLATED", ja: "IN_PROGRESS" }).node,
          userErrors: [],
        },
      ],
    },
  });
  expect(variables).toEqual({ input: { pages: ["a", "b"], languages: ["fr", "ja"], skipTranslated: true } });
  const said = await screen.findByRole("list", { name: "Results" });
  expect(said.parentElement).toHaveFocus();
  expect(
    within(said)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual([
    "Page a: Started: French, Japanese",
    "Page b: Started: Japanese · Already translated, reset first: French",
  ]);
  // The states of the answer are shown before the list is loaded again.
  expect(screen.getAllByText("In progress")).toHaveLength(3);
});

test("shows the state of each page in each language, without a column for the language of all pages", async () => {
  show();
  await answer("TranslationWorklist", list([entry("a", { fr: "TRANSLATED", ja: "MARKED_FOR_TRANSLATION" }, null)]));
  const table = within(screen.getByRole("table", { name: "Translations of Komax" }));
  expect(
    table
      .getAllByRole("columnheader")
      .slice(1)
      .map((cell) => cell.textContent),
  ).toEqual(["Words", "French", "Japanese", "German"]);
  expect(table.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
    "Words–",
    "FrenchTranslated",
    "JapaneseMarked",
    "GermanNot started",
  ]);
  expect(table.getByRole("link", { name: "Page a" })).toHaveAttribute("href", "/en/editor?page=%2Fcompany%2Fa");
});

test("filters by state in the chosen languages, section and text, all of them in the URL", async () => {
  show("&translationLanguages=ja,xx&translationState=MARKED_FOR_TRANSLATION&translationSection=/company");
  const read = await answer("TranslationWorklist", list([entry("a")], 150));
  expect(read).toMatchObject({ languages: ["ja"], state: "MARKED_FOR_TRANSLATION", section: "/company" });
  expect(screen.getByText(/^1 of 150 pages are shown\./)).toBeInTheDocument();
  expect(screen.getByRole("checkbox", { name: "Japanese" })).toBeChecked();
  expect(screen.getByRole("combobox", { name: "Section" })).toHaveDisplayValue("Company");
  await check("Choose Page a");
  await userEvent.type(screen.getByRole("searchbox"), "other");
  await waitFor(() => expect(sent.findLast((one) => one.variables.search === "other")).toBeDefined());
  await answer("TranslationWorklist", list([entry("other")]));
  // A chosen page stays chosen when it is not shown.
  expect(screen.getByRole("button", { name: "Send 1 order" })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Clear selection (1)" })).toBeInTheDocument();
});

test("refuses more pages than one request accepts", async () => {
  show("&translationLanguages=ja");
  await answer("TranslationWorklist", list(Array.from({ length: 101 }, (_, i) => entry(`p${i}`))));
  await check("Choose all 101 pages shown");
  expect(screen.getByText("101 pages are chosen. At most 100 can be sent at once.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Send 101 orders" })).toHaveAttribute("aria-disabled", "true");
});

test("resets translations after a confirmation", async () => {
  show("&translationLanguages=fr,de");
  await answer("TranslationWorklist", list([entry("a", { fr: "TRANSLATED" }), entry("b")]));
  await check("Choose all 2 pages shown");
  await userEvent.click(screen.getByRole("button", { name: "Reset 1 page" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText("1 page is marked for translation again, into: French.")).toBeInTheDocument();
  await userEvent.click(dialog.getByRole("button", { name: "Reset" }));
  const variables = await answer("ResetTranslations", {
    resetTranslations: {
      __typename: "TranslationPayload",
      results: [
        {
          __typename: "TranslationResult",
          pageId: "a",
          changed: ["fr"],
          skipped: [],
          translation: null,
          userErrors: [],
        },
      ],
    },
  });
  expect(variables).toEqual({ input: { pages: ["a"], languages: ["fr"], skipTranslated: false } });
  expect(await screen.findByText("Page a: Reset: French")).toBeInTheDocument();
});

test("reads the states again while a translation is in progress", async () => {
  jest.useFakeTimers();
  show();
  await answer("TranslationWorklist", list([entry("a", { fr: "IN_PROGRESS" })]));
  await act(() => jest.advanceTimersByTimeAsync(2000));
  const { edges } = list([entry("a", { fr: "TRANSLATED" })]).pageTranslations;
  await answer("TranslationWorklistStates", {
    pageTranslations: { __typename: "PageTranslationConnection", edges },
  });
  expect(screen.getByText("Translated")).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  expect(sent.filter(({ name }) => name === "TranslationWorklistStates")).toHaveLength(1);
});

test("reports a list that cannot be loaded", async () => {
  show();
  await waitFor(() => expect(sent).toHaveLength(1));
  act(() => sent[0]?.fail(new Error("The connection was reset.")));
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await answer("TranslationWorklist", list([]));
  expect(screen.getByText("No page")).toBeInTheDocument();
});
