// Rules: FEED-4.

import { screen, within } from "@testing-library/react";
import type { StoryPageFragment } from "~/graph/generated/graphql";
import { renderUi } from "../../../test/renderUi";
import { StoryEnd, StoryIntro } from "./StoryPage";

const contact = (name: string): StoryPageFragment["storyContacts"][number] => ({
  id: name,
  name,
  role: "Editor",
  text: null,
  email: `${name}@example.com`,
  phone: null,
  url: `/en/stories/contacts/${name}`,
  image: null,
});

const story: StoryPageFragment = {
  id: "story-1",
  title: "Orange is harder",
  leadText: "A report from a high-voltage line.",
  url: "/en/stories/orange-cables",
  canonicalUrl: "https://example.com/en/stories/orange-cables",
  updatedAt: "2026-01-02T00:00:00Z",
  publicationDate: "2026-10-28T08:00:00Z",
  archiveUrl: "/en/stories?year=2026",
  isVideo: false,
  isLanguageFallback: false,
  alternateVersions: [],
  contentLanguage: { languageCode: "en", languageTag: "en" },
  teaserImage: null,
  category: { name: "Technology", url: "/en/stories?category=technology" },
  topics: [
    { name: "Crimping", url: "/en/stories?topic=crimping" },
    { name: "High voltage", url: "/en/stories?topic=high-voltage" },
  ],
  storyContacts: [contact("Ada"), contact("Bert")],
  featuredProducts: [
    {
      slug: "alpha-530",
      name: "Alpha 530",
      nameLanguage: { languageTag: "en" },
      shortDescription: null,
      isLanguageFallback: false,
      contentLanguage: { languageTag: "en" },
      type: "PRODUCT",
      url: "/en/products/alpha-530",
      variantCount: 1,
      classification: null,
      brand: null,
      image: { source: "/alpha.png", srcset: null },
    },
  ],
  related: [
    {
      id: "story-2",
      title: "A crimp is for ever",
      url: "/en/stories/a-crimp-is-forever",
      leadText: null,
      publicationDate: "2026-11-12T08:00:00Z",
      isVideo: false,
      isLanguageFallback: false,
      contentLanguage: { languageTag: "en" },
      category: null,
      teaserImage: null,
    },
  ],
  modules: [],
  feedbackForm: { kind: "STORY_FEEDBACK", fields: [] },
};

const linksTo = (name: string | RegExp, url: string) =>
  expect(screen.getByRole("link", { name })).toHaveAttribute("href", url);

test("starts a story with its category, date, authors and share button", () => {
  renderUi(<StoryIntro story={story} action={<button>Share</button>} />);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Orange is harder");
  linksTo("Technology", "/en/stories?category=technology");
  expect(screen.getByText("October 28, 2026")).toHaveAttribute("datetime", "2026-10-28T08:00:00Z");
  expect(screen.getByText("By Ada and Bert")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Share" })).toBeInTheDocument();
});

test("marks the texts of a story in another language, but not those of the interface", () => {
  const german = { ...story, isLanguageFallback: true, contentLanguage: { languageCode: "de", languageTag: "de" } };
  renderUi(<StoryIntro story={german} />);
  expect(screen.getByRole("heading", { level: 1 })).toHaveAttribute("lang", "de");
  for (const text of ["Technology", "October 28, 2026"])
    expect(screen.getByText(text).closest("header [lang]")).toBeNull();
});

test("ends a story with topics, archive link, contacts, products, related stories and feedback", () => {
  renderUi(<StoryEnd story={story} products={<p>Alpha 530</p>} feedback={<p>Worth reading?</p>} />);
  linksTo("Crimping", "/en/stories?topic=crimping");
  linksTo("High voltage", "/en/stories?topic=high-voltage");
  linksTo("All stories of 2026", "/en/stories?year=2026");
  linksTo(/^Ada@/, "mailto:Ada@example.com");
  expect(screen.queryByText("Bert")).not.toBeInTheDocument();
  expect(screen.getByText("Alpha 530")).toBeInTheDocument();
  linksTo(/A crimp is for ever/, "/en/stories/a-crimp-is-forever");
  expect(screen.getByText("Worth reading?")).toBeInTheDocument();
  expect(screen.getAllByRole("heading", { level: 2 }).map((h) => h.textContent)).toEqual([
    "Topics",
    "Your contact",
    "Products in this story",
    "Read next",
  ]);
});

test("renders no headings for missing parts", () => {
  const bare = { ...story, topics: [], storyContacts: [], featuredProducts: [], related: [] };
  const { container } = renderUi(<StoryEnd story={bare} products={null} />);
  expect(within(container).queryByRole("heading")).not.toBeInTheDocument();
  linksTo("All stories of 2026", "/en/stories?year=2026");
});
