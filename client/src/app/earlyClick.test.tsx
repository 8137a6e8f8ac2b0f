import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { keepEarlyClick } from "./earlyClick";

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <form>
      <button type="button" onClick={() => setCount(count + 1)}>
        pressed {count}
      </button>
      <a href="#elsewhere">a link</a>
    </form>
  );
}

function pressBeforeHydration(...names: RegExp[]) {
  document.body.innerHTML = `<div id="root">${renderToString(<Counter />)}</div>`;
  const replay = keepEarlyClick();
  for (const name of names) screen.getByText(name).click();
  act(() => {
    hydrateRoot(document.querySelector("#root")!, <Counter />);
  });
  act(replay);
}

test("repeats the click on a button that came before hydration once", () => {
  pressBeforeHydration(/pressed/, /pressed/);
  expect(screen.getByRole("button")).toHaveTextContent("pressed 1");
  act(() => screen.getByRole("button").click());
  expect(screen.getByRole("button")).toHaveTextContent("pressed 2");
});

test("does not repeat a click that was followed by one on something else", () => {
  pressBeforeHydration(/pressed/, /a link/);
  expect(screen.getByRole("button")).toHaveTextContent("pressed 0");
});
