import { act, screen } from "@testing-library/react";
import { renderUi } from "../../test/renderUi";
import { ErrorBoundary } from "./ErrorBoundary";

function Broken(): never {
  throw new Error("out of order");
}

afterEach(() => {
  document.getElementById("strand-config")?.remove();
  jest.restoreAllMocks();
});

test("an error that nobody handles becomes the error page, with the brand that the document is of, and is logged", () => {
  const logged = jest.spyOn(console, "error").mockImplementation(() => {});
  const config = document.createElement("script");
  config.id = "strand-config";
  config.type = "application/json";
  config.textContent = '{"release":"a","siteName":"Strand Group"}';
  document.head.append(config);
  renderUi(
    <ErrorBoundary>
      <p>Fine so far</p>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("heading", { name: "Sorry, something went wrong" })).toBeInTheDocument();
  expect(screen.queryByText("Fine so far")).not.toBeInTheDocument();
  expect(document.title).toBe("Sorry, something went wrong – Strand Group");
  expect(logged).toHaveBeenCalledWith("The page failed.", expect.any(Error), expect.anything());
});

test("where nothing fails there is the page", () => {
  renderUi(
    <ErrorBoundary>
      <p>Fine</p>
    </ErrorBoundary>,
  );
  expect(screen.getByText("Fine")).toBeInTheDocument();
});

test.each([
  ["error", new ErrorEvent("error", { error: new Error("lost") }), true],
  ["error", new ErrorEvent("error", { message: "Script error.", error: null }), false],
  ["unhandledrejection", Object.assign(new Event("unhandledrejection"), { reason: new Error("lost") }), true],
  [
    "unhandledrejection",
    Object.assign(new Event("unhandledrejection"), { reason: new DOMException("", "AbortError") }),
    false,
  ],
])("outside of rendering, too: %s %#", (_, event, fails) => {
  renderUi(
    <ErrorBoundary>
      <p>Fine so far</p>
    </ErrorBoundary>,
  );
  act(() => void window.dispatchEvent(event));
  expect(screen.queryByText("Fine so far") === null).toBe(fails);
});
