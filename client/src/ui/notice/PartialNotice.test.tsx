import { screen } from "@testing-library/react";
import { axe } from "jest-axe";
import { renderUi } from "../../../test/renderUi";
import { PartialContentProvider } from "./partialContent";
import { PartialNotice } from "./PartialNotice";

test("a page with a part missing says so", async () => {
  const { container } = renderUi(
    <PartialContentProvider value={true}>
      <PartialNotice />
    </PartialContentProvider>,
  );
  expect(screen.getByRole("complementary")).toHaveTextContent("cannot be shown");
  expect(await axe(container)).toHaveNoViolations();
});

test("a complete page says nothing", () => {
  renderUi(<PartialNotice />);
  expect(screen.queryByRole("complementary")).not.toBeInTheDocument();
});
