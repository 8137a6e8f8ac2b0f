import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link, useLocation, useNavigate } from "react-router";
import { SiteMemory, SiteMemoryProvider } from "~/app/knownSite";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { locale, site } from "../../test/frame";
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
  config.textContent = '{"release":"a","siteName":"Strand Group","homeUrl":"/de"}';
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
  expect(screen.getByRole("link", { name: "Go to home" })).toHaveAttribute("href", "/de");
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

test("the error page leads to the home of the site and language that were shown, under the site's own word for it", () => {
  renderUi(
    <SiteMemoryProvider value={new SiteMemory()}>
      <ErrorBoundary>
        <SiteFrame
          site={{ ...site, name: "Cirris", homeUrl: "/de/cirris" }}
          locale={locale}
          versions={[]}
          breadcrumb={[{ title: "Start", url: "/de/cirris" }, { title: "Karriere" }]}
          theme="Default"
        >
          <p>Fine so far</p>
        </SiteFrame>
      </ErrorBoundary>
    </SiteMemoryProvider>,
  );
  act(() => void window.dispatchEvent(new ErrorEvent("error", { error: new Error("lost") })));
  expect(document.title).toBe("Sorry, something went wrong – Cirris");
  expect(screen.getByRole("link", { name: "Go to home" })).toHaveAttribute("href", "/de/cirris");
  const trail = within(screen.getByRole("navigation", { name: "Breadcrumb" })).getByRole("list");
  expect(within(trail).getByRole("link", { name: "Start" })).toHaveAttribute("href", "/de/cirris");
});

test("whoever goes back from the error page, or on, sees the page that is there", async () => {
  function Page() {
    const { pathname } = useLocation();
    if (pathname === "/broken") throw new Error("out of order");
    return (
      <>
        <h1>{`Page ${pathname}`}</h1>
        <Link to="/careers">Careers</Link>
        <Link to="/broken">Broken</Link>
      </>
    );
  }
  function BrowserButtons() {
    const navigate = useNavigate();
    return (
      <>
        <button onClick={() => void navigate(-1)}>Back</button>
        <button onClick={() => void navigate(1)}>Forward</button>
      </>
    );
  }
  jest.spyOn(console, "error").mockImplementation(() => {});
  renderUi(
    <>
      <BrowserButtons />
      <ErrorBoundary>
        <Page />
      </ErrorBoundary>
    </>,
  );
  const click = (role: string, name: string) => userEvent.click(screen.getByRole(role, { name }));
  const title = () => screen.getByRole("heading", { level: 1 });
  await click("link", "Careers");
  act(() => void window.dispatchEvent(new ErrorEvent("error", { error: new Error("lost") })));
  expect(title()).toHaveTextContent("Sorry, something went wrong");
  await click("button", "Back");
  expect(title()).toHaveTextContent("Page /");
  await click("button", "Forward");
  expect(title()).toHaveTextContent("Page /careers");
  await click("link", "Broken");
  expect(title()).toHaveTextContent("Sorry, something went wrong");
  await click("button", "Back");
  expect(title()).toHaveTextContent("Page /careers");
});
