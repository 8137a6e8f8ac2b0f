import { act, screen } from "@testing-library/react";
import { renderUi } from "../../../test/renderUi";
import { SignInNotice } from "./SignInNotice";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("says that a slow sign-in is still being tried, and offers to cancel it", () => {
  renderUi(<SignInNotice status={{ kind: "waiting" }} homeUrl="/en" />);
  expect(screen.getByText("You are being signed in…")).toBeInTheDocument();
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
  act(() => jest.advanceTimersByTime(10_000));
  expect(screen.getByText(/takes longer than usual\. We keep trying for up to 30 seconds/)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Cancel" })).toHaveAttribute("href", "/en");
});
