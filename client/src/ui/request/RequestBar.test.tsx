// Rules: REQ-5.

import { screen, within } from "@testing-library/react";
import { renderUi } from "../../../test/renderUi";
import { RequestBar } from "./RequestBar";

test("links to the requests about a product and its variant", () => {
  renderUi(<RequestBar name="Alpha 530" requestUrl="/en/request?product=alpha-530" model="alpha-530-s" />);
  const bar = within(screen.getByRole("navigation", { name: "Requests about Alpha 530" }));
  for (const [name, what] of [
    ["Request a quote", "quote"],
    ["Call me back", "callBack"],
  ] as const) {
    expect(bar.getByRole("link", { name })).toHaveAttribute(
      "href",
      `/en/request?product=alpha-530&what=${what}&model=alpha-530-s`,
    );
  }
});
