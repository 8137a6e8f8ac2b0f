// Rules: UI-1, UI-2, UI-3, UI-5.

import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { FlashMessage } from "./FlashMessage";
import { renderUi } from "../../../test/renderUi";

test("has the type info by default, and an HTML text", () => {
  renderUi(<FlashMessage flash={{ title: "Maintenance", text: "On <strong>Sunday</strong>" }} />);
  expect(screen.getByRole("status")).toHaveTextContent("MaintenanceOn Sunday");
  expect(screen.getByText("Sunday").tagName).toBe("STRONG");
  expect(screen.getByRole("status")).toHaveClass("info");
});

test("announces an error immediately", () => {
  renderUi(<FlashMessage flash={{ type: "error", text: "Failed" }} />);
  expect(screen.getByRole("alert")).toHaveTextContent("Failed");
});

test("hides a non-static message without a target by its link", async () => {
  const onHide = jest.fn();
  renderUi(<FlashMessage flash={{ text: "Saved", linkText: "Understood" }} onHide={onHide} />);
  await userEvent.click(screen.getByRole("button", { name: "Understood" }));
  expect(screen.queryByText("Saved")).not.toBeInTheDocument();
  expect(onHide).toHaveBeenCalledTimes(1);
});

test("shows a link, and cannot be hidden, if the message has a target", () => {
  renderUi(<FlashMessage flash={{ text: "Created", to: "/tickets/1", linkText: "Show the ticket" }} />);
  expect(screen.getByRole("link", { name: "Show the ticket" })).toHaveAttribute("href", "/tickets/1");
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

test("cannot hide a static message", () => {
  renderUi(<FlashMessage flash={{ text: "Closed", static: true, linkText: "Understood" }} />);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

describe("a floating message", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test("hides itself after seven seconds", () => {
    renderUi(<FlashMessage flash={{ text: "Saved", floating: true }} />);
    act(() => jest.advanceTimersByTime(6999));
    expect(screen.getByText("Saved")).toBeInTheDocument();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.queryByText("Saved")).not.toBeInTheDocument();
  });

  test("can be hidden although it has a target", () => {
    renderUi(<FlashMessage flash={{ text: "Logged out", floating: true, to: "/en", linkText: "Log in again" }} />);
    expect(screen.getByRole("link", { name: "Log in again" })).toHaveAttribute("href", "/en");
    fireEvent.click(screen.getByRole("button", { name: "Hide this message" }));
    expect(screen.queryByText("Logged out")).not.toBeInTheDocument();
  });

  test("hides itself after its own timeout, and stays while it is hovered or focused", () => {
    renderUi(<FlashMessage flash={{ text: "Saved", floating: true, timeout: 1000 }} />);
    fireEvent.pointerEnter(screen.getByRole("status"));
    act(() => jest.advanceTimersByTime(5000));
    expect(screen.getByText("Saved")).toBeInTheDocument();
    fireEvent.pointerLeave(screen.getByRole("status"));
    act(() => jest.advanceTimersByTime(1000));
    expect(screen.queryByText("Saved")).not.toBeInTheDocument();
  });

  test("reserves its height at the bottom of the window while it is shown", () => {
    const height = jest.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(120);
    const reserved = () => document.documentElement.style.getPropertyValue("--message-space");
    renderUi(<FlashMessage flash={{ text: "Saved", floating: true }} />);
    expect(reserved()).toBe("120px");
    height.mockReturnValue(180);
    fireEvent(window, new Event("resize"));
    expect(reserved()).toBe("180px");
    act(() => jest.advanceTimersByTime(7000));
    expect(reserved()).toBe("");
    height.mockRestore();
  });

  test("keeps a message that does not float", () => {
    renderUi(<FlashMessage flash={{ text: "Saved", timeout: 1000 }} />);
    act(() => jest.advanceTimersByTime(60_000));
    expect(screen.getByText("Saved")).toBeInTheDocument();
  });
});

test("has no axe violations", async () => {
  const { container } = renderUi(<FlashMessage flash={{ title: "Saved", text: "Your settings", to: "/x" }} />);
  expect(await axe(container)).toHaveNoViolations();
});
