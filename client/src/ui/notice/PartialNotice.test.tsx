// Rules: ERR-10.

import { screen } from "@testing-library/react";
import { axe } from "jest-axe";
import { renderUi } from "../../../test/renderUi";
import { PartialContentProvider } from "./partialContent";
import { PartialNotice } from "./PartialNotice";

test("is shown on a page with a missing part", async () => {
  const { container } = renderUi(
    <PartialContentProvider value={true}>
      <PartialNotice />
    </PartialContentProvider>,
  );
  expect(screen.getByRole("complementary")).toHaveTextContent("cannot be shown");
  expect(await axe(container)).toHaveNoViolations();
});

test("is not shown on a complete page", () => {
  renderUi(<PartialNotice />);
  expect(screen.queryByRole("complementary")).not.toBeInTheDocument();
});
