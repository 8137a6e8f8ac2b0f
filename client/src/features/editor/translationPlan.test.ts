import { cellState, planOrders, type TranslationPrice, type WorklistEntry } from "./translationPlan";

type Target = WorklistEntry["node"]["targetLanguages"][number];

const target = (language: string, translationState: Target["translationState"], canStart = false): Target => ({
  __typename: "PageTranslationTarget",
  id: language,
  language,
  translationState,
  problem: null,
  canStart,
});

const entry = (id: string, wordCount: number | null, targets: Target[] = [], sourceLanguage = "en"): WorklistEntry => ({
  __typename: "PageTranslationEdge",
  path: `/${id}`,
  node: { __typename: "PageTranslation", id, title: id, sourceLanguage, wordCount, targetLanguages: targets },
});

const price = (targetLanguage: string, perThousandWords: number, currency = "EUR"): TranslationPrice => ({
  __typename: "TranslationPrice",
  sourceLanguage: "en",
  targetLanguage,
  currency,
  perThousandWords,
});

test("the state of a cell", () => {
  const { node } = entry("a", 1, [
    target("fr", "TRANSLATED"),
    target("ja", "IN_PROGRESS"),
    target("es", "IN_PROGRESS", true),
    target("de", "MARKED_FOR_TRANSLATION", true),
  ]);
  expect(["en", "fr", "ja", "es", "de", "zh"].map((language) => cellState(node, language))).toEqual([
    "SOURCE",
    "TRANSLATED",
    "IN_PROGRESS",
    "FAILED",
    "MARKED_FOR_TRANSLATION",
    "NONE",
  ]);
});

test("all pages in all languages, with their words and price", () => {
  const plan = planOrders([entry("a", 400), entry("b", 600)], ["fr", "ja"], [price("fr", 80), price("ja", 120)]);
  expect(plan).toMatchObject({ orderCount: 4, wordCount: 1000, totalWordCount: 2000, isPricePartial: false });
  expect([...plan.prices]).toEqual([["EUR", 200]]);
  expect([...plan.leftOut]).toEqual([]);
});

test("what is left out, and pages and languages of which nothing is left", () => {
  const plan = planOrders(
    [
      entry("a", 400, [target("fr", "TRANSLATED"), target("ja", "IN_PROGRESS")]),
      entry("b", 600, [target("fr", "IN_PROGRESS", true)]),
      entry("empty", 0),
      entry("french", 10, [target("ja", "TRANSLATED")], "fr"),
    ],
    ["fr", "ja"],
    [price("fr", 80), price("ja", 100, "CHF")],
  );
  expect(plan.pages.map(({ node }) => node.id)).toEqual(["b"]);
  expect(plan).toMatchObject({ languages: ["fr", "ja"], orderCount: 2, totalWordCount: 1200 });
  expect(Object.fromEntries(plan.leftOut)).toEqual({ TRANSLATED: 2, IN_PROGRESS: 1, EMPTY: 2, SOURCE: 1 });
  expect([...plan.prices]).toEqual([
    ["EUR", 48],
    ["CHF", 60],
  ]);
});

test("words and prices that are not known", () => {
  const plan = planOrders([entry("a", null), entry("b", 500)], ["fr", "zh"], [price("fr", 80)]);
  expect(plan).toMatchObject({ orderCount: 4, isWordCountPartial: true, isPricePartial: true });
  expect([...plan.prices]).toEqual([["EUR", 40]]);
  expect(planOrders([entry("b", 500)], ["fr"], []).prices.size).toBe(0);
});
