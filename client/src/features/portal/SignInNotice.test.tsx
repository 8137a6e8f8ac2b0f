import { act, screen } from "@testing-library/react";
import { renderUi } from "../../../test/renderUi";
import { SignInNotice } from "./SignInNotice";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("says that a slow sign-in is still being tried, and offers to cancel it", () => {
  renderUi(<SignInNotice status={{ kind: "waiting", mayCancel: true }} homeUrl="/en" />);
  expect(screen.getByText("You are being signed in…")).toBeInTheDocument();
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
  act(() => jest.advanceTimersByTime(10_000));
  expect(screen.getByText(/takes longer than usual\. We keep trying for up to 30 seconds/)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Cancel" })).toHaveAttribute("href", "/en");
});

test("promises no further attempts, and offers no end, where nothing is tried again", () => {
  renderUi(<SignInNotice status={{ kind: "waiting", text: "portal.signingOut" }} homeUrl="/en" />);
  expect(screen.getByText("You are being logged out…")).toBeInTheDocument();
  act(() => jest.advanceTimersByTime(10_000));
  expect(screen.queryByText(/takes longer than usual/)).not.toBeInTheDocument();
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});
