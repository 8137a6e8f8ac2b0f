// Rules: NAV-22.

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link } from "~/ui/link/Link";
import { renderWithGraph } from "../../test/graph";
import { Panels } from "./Panels";

beforeEach(() => {
  jest.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  // No delay between retries of queries.
  jest.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

function show(action: string) {
  renderWithGraph(
    <Panels>
      <Link target={{ kind: "ACTION", url: action, text: "Do it" }} />
    </Panels>,
  );
  return userEvent.click(screen.getByRole("button", { name: "Do it" }));
}

test("opens the news feed with an action", async () => {
  await show("openNewsFeed");
  expect(await screen.findByRole("dialog", { name: "News" })).toBeInTheDocument();
  expect(
    await screen.findByText("The news cannot be loaded at the moment. Please try again later."),
  ).toBeInTheDocument();
});

test("offers a retry when the news cannot be loaded", async () => {
  await show("openNewsFeed");
  await screen.findByRole("alert");
  jest.mocked(globalThis.fetch).mockImplementation(() =>
    Promise.resolve(
      Response.json({
        data: {
          newsFeed: {
            __typename: "NewsFeedConnection",
            edges: [],
            pageInfo: { __typename: "PageInfo", hasNextPage: false, endCursor: null },
          },
        },
      }),
    ),
  );
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("There is no news.")).toBeInTheDocument();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test.each(["openContactPanel", "openShare", "opennewsfeed", "constructor", ""])(
  "does not run %p as an action",
  async (action) => {
    const warned = jest.spyOn(console, "warn").mockImplementation(() => {});
    await show(action);
    expect(warned).toHaveBeenCalledWith("No such action", action);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  },
);
