import { screen } from "@testing-library/react";
import type { PageContentFragment, PageModuleFragment } from "~/graph/generated/graphql";
import { renderUi } from "../../../test/renderUi";
import { PageContent } from "./PageContent";

const picture = (name: string) => ({
  alternativeText: name,
  source: `/${name}.png`,
  srcset: null,
  srcsetPattern: null,
  width: 960,
  height: 960,
});

const mediaText = (name: string) => ({
  __typename: "MediaTextModule",
  id: name,
  image: picture(name),
  mediaPosition: "Left",
  html: "<p>Text</p>",
  links: [],
});

const hero = (layout: string) => ({
  __typename: "HeroModule",
  id: "hero",
  layout,
  image: picture("hero"),
  title: "Title",
  links: [],
});

const loadingOf = (...modules: unknown[]) => {
  const page = { title: "Page", modules: modules as PageModuleFragment[] } as PageContentFragment;
  renderUi(<PageContent page={page} />);
  const loading: Record<string, string | null> = {};
  for (const img of screen.getAllByRole<HTMLImageElement>("img")) loading[img.alt] = img.getAttribute("loading");
  return loading;
};

test.each([
  ["a hero without a picture", [hero("Plain")]],
  ["the title", []],
])("the picture below %s is loaded first, later ones when they are near", (_, above) => {
  expect(loadingOf(...above, mediaText("first"), mediaText("second"))).toEqual({ first: "eager", second: "lazy" });
});

test("only the picture of a hero is loaded first if it has one", () => {
  expect(loadingOf(hero("Split"), mediaText("first"))).toEqual({ hero: "eager", first: "lazy" });
});
