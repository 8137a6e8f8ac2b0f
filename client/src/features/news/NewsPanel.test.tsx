import { screen } from "@testing-library/react";
import { NewsFeedDocument } from "~/graph/generated/graphql";
import { renderWithGraph } from "../../../test/graph";
import { NewsPanel } from "./NewsPanel";

test("uses the alternative text of an entry's picture", () => {
  // The network response does not matter for this test.
  jest.spyOn(globalThis, "fetch").mockReturnValue(new Promise(() => undefined));
  const entry = (id: string, alternativeText: string) => ({
    __typename: "NewsFeedEdge" as const,
    node: {
      __typename: "NewsFeedItem" as const,
      id,
      site: "main",
      locale: "en",
      title: `Entry ${id}`,
      text: null,
      publicationDate: "2026-05-01T00:00:00Z",
      link: null,
      image: { __typename: "Image" as const, source: `/${id}.png`, alternativeText },
    },
  });
  renderWithGraph(<NewsPanel open onClose={() => undefined} />, ({ cache }) =>
    cache.writeQuery({
      query: NewsFeedDocument,
      variables: { locale: document.documentElement.lang },
      data: {
        newsFeed: {
          __typename: "NewsFeedConnection",
          edges: [entry("1", "The new plant in Rotkreuz"), entry("2", "")],
          pageInfo: { __typename: "PageInfo", hasNextPage: false, endCursor: null },
        },
      },
    }),
  );
  expect(screen.getByRole("img", { name: "The new plant in Rotkreuz" })).toHaveAttribute("src", "/1.png");
  // A picture without an alternative text is decorative.
  expect(screen.getAllByRole("img")).toHaveLength(1);
});
