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

async function pressBeforeHydration(...names: RegExp[]) {
  document.body.innerHTML = `<div id="root">${renderToString(<Counter />)}</div>`;
  const replay = keepEarlyClick();
  for (const name of names) screen.getByText(name).click();
  await act(async () => hydrateRoot(document.querySelector("#root")!, <Counter />));
  await act(async () => replay());
}

test("a button that was pressed before the app has hydrated does what it is for, once", async () => {
  await pressBeforeHydration(/pressed/, /pressed/);
  expect(screen.getByRole("button")).toHaveTextContent("pressed 1");
  await act(async () => screen.getByRole("button").click());
  expect(screen.getByRole("button")).toHaveTextContent("pressed 2");
});

test("whatever else was clicked after it takes its place", async () => {
  await pressBeforeHydration(/pressed/, /a link/);
  expect(screen.getByRole("button")).toHaveTextContent("pressed 0");
});
