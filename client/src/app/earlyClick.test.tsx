import { act, screen } from "@testing-library/react";
import { useLayoutEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { keepEarlyClick } from "./earlyClick";

function Counter({ onMounted }: { onMounted?: () => void }) {
  const [count, setCount] = useState(0);
  useLayoutEffect(() => onMounted?.(), [onMounted]);
  return (
    <form>
      <button type="button" onClick={() => setCount(count + 1)}>
        pressed {count}
      </button>
      <button type="button" popoverTarget="menu" onClick={() => setCount(count + 1)}>
        a menu
      </button>
      <a href="#elsewhere">a link</a>
    </form>
  );
}

function click(...names: RegExp[]) {
  for (const name of names) screen.getByText(name).click();
}

function root(): Element {
  const found = document.querySelector("#root");
  if (!found) throw new Error("The document has no root.");
  return found;
}

async function hydrate(replay: () => void) {
  act(() => {
    hydrateRoot(root(), <Counter onMounted={replay} />);
  });
  await act(nextTask);
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  document.body.innerHTML = `<div id="root">${renderToString(<Counter />)}</div>`;
});

test("repeats the click on a button that came before hydration once", async () => {
  const replay = keepEarlyClick();
  click(/pressed/, /pressed/);
  await hydrate(replay);
  expect(screen.getByText(/pressed/)).toHaveTextContent("pressed 1");
  act(() => click(/pressed/));
  expect(screen.getByText(/pressed/)).toHaveTextContent("pressed 2");
});

test("does not repeat a click that was followed by one on something else", async () => {
  const replay = keepEarlyClick();
  click(/pressed/, /a link/);
  await hydrate(replay);
  expect(screen.getByText(/pressed/)).toHaveTextContent("pressed 0");
});

test("does not repeat a click on the button of a popover, which the browser has opened", async () => {
  const replay = keepEarlyClick();
  click(/a menu/);
  await hydrate(replay);
  expect(screen.getByText(/pressed/)).toHaveTextContent("pressed 0");
});

test("does not repeat a click for which React has hydrated", async () => {
  const replay = keepEarlyClick();
  await act(async () => {
    hydrateRoot(root(), <Counter onMounted={replay} />);
    click(/pressed/);
    await nextTask();
  });
  expect(screen.getByText(/pressed/)).toHaveTextContent("pressed 1");
});
