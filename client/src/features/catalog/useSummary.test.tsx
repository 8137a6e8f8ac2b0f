import { screen } from "@testing-library/react";
import { renderUi } from "../../../test/renderUi";
import { useSummary } from "./useSummary";

function Summary({ listed }: { listed: readonly ({ name: string } | null)[] }) {
  return <p>{useSummary("Strand Group")("Bench presses", listed)}</p>;
}

test("describes a page by the first items that it lists", () => {
  renderUi(
    <Summary listed={[null, ...["H 20", "H 30", "3", "4", "5", "6", "7", "8", "9"].map((name) => ({ name }))]} />,
  );
  expect(screen.getByText("Bench presses by Strand Group: H 20, H 30, 3, 4, 5, 6, 7, 8")).toBeInTheDocument();
});

test("describes an empty page by its name", () => {
  renderUi(<Summary listed={[]} />);
  expect(screen.getByText("Bench presses – Strand Group")).toBeInTheDocument();
});
