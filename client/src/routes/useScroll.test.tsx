import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link, MemoryRouter, useNavigate } from "react-router";
import { useScroll } from "./useScroll";

const scrolled = jest.fn<void, [number, number]>();

function Page() {
  useScroll(true);
  const navigate = useNavigate();
  return (
    <>
      <Link to="/second">On</Link>
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  );
}

beforeEach(() => {
  jest.useFakeTimers();
  window.scrollTo = scrolled as unknown as typeof window.scrollTo;
});
afterEach(() => jest.useRealTimers());

test("a new page is read from its beginning; on the way back the position is restored after 100 ms", async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  render(
    <MemoryRouter initialEntries={["/first"]}>
      <Page />
    </MemoryRouter>,
  );
  Object.defineProperty(window, "scrollY", { value: 640, configurable: true });
  window.dispatchEvent(new Event("scroll"));

  await user.click(screen.getByRole("link", { name: "On" }));
  expect(scrolled.mock.calls).toEqual([[0, 0]]);

  scrolled.mockClear();
  act(() => screen.getByRole("button", { name: "Back" }).click());
  act(() => jest.advanceTimersByTime(99));
  expect(scrolled).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(1));
  expect(scrolled.mock.calls).toEqual([[0, 640]]);
});
