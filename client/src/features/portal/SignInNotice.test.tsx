import { act, screen } from "@testing-library/react";
import { axe } from "jest-axe";
import { renderUi } from "../../../test/renderUi";
import { PageSkeleton } from "./PageSkeleton";
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

test.each(["home", "list", "form", "record"] as const)(
  "shows the shape of a page while it loads: %s",
  async (shape) => {
    const { container } = renderUi(
      <main>
        <SignInNotice
          status={{ kind: "waiting", mayCancel: true }}
          homeUrl="/en"
          skeleton={<PageSkeleton shape={shape} title="Tickets" />}
        />
      </main>,
    );
    expect(screen.getAllByRole("status")[0]).toHaveTextContent("You are being signed in…");
    expect(screen.getByRole("heading", { name: "Tickets", level: 1 }).closest("[aria-busy]")).toBeInTheDocument();
    act(() => jest.advanceTimersByTime(10_000));
    expect(screen.getByRole("link", { name: "Cancel" })).toBeInTheDocument();
    jest.useRealTimers();
    expect(await axe(container)).toHaveNoViolations();
  },
);
