import { render, screen } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { MemoryRouter, useLocation } from "react-router";
import { SiteMemory, SiteMemoryProvider } from "~/app/knownSite";
import { OutageProvider } from "~/app/outage";
import texts from "~/i18n/messages/site/en.json";
import { locale, site } from "../../../test/frame";
import { renderUi } from "../../../test/renderUi";
import { Outcome, type OutcomeProps } from "./Outcome";

type Page = { title: string };

function Here() {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
}

function show(props: Omit<OutcomeProps<Page>, "children">, outage?: { traceId?: string }) {
  return render(
    <IntlProvider locale="en" messages={texts}>
      <MemoryRouter initialEntries={["/en/asked"]}>
        <OutageProvider value={outage}>
          <Here />
          <Outcome<Page> {...props}>{(page, traceId) => <h1>{`${page.title} ${traceId ?? ""}`}</h1>}</Outcome>
        </OutageProvider>
      </MemoryRouter>
    </IntlProvider>,
  );
}

const page = { __typename: "PageResolution" as const, title: "About us", locale: { code: "en" } };

/** An error as the graph tells it. */
const error = Object.assign(new Error("the upstream system could not answer"), {
  errors: [{ extensions: { traceId: "4bf9" } }],
});

test("a page is shown, with the trace of what could not be read of it", () => {
  document.documentElement.lang = "en";
  show({ resolution: page, error });
  expect(screen.getByRole("heading", { name: "About us 4bf9" })).toBeInTheDocument();
});

test("nothing is shown before anything is known", () => {
  show({ resolution: undefined, error: undefined });
  expect(screen.queryByRole("heading")).not.toBeInTheDocument();
});

test.each([
  ["an answer that is an error", error, undefined],
  ["a document that told of an outage", undefined, { traceId: "4bf9" }],
])("%s is the error page, with what names it in the log", (_, failure, outage) => {
  show({ resolution: undefined, error: failure }, outage);
  expect(screen.getByRole("heading", { name: "Sorry, something went wrong" })).toBeInTheDocument();
  expect(screen.getByText("Reference: 4bf9")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Go to home" })).toHaveAttribute("href", "/en");
});

test("the error page leads to the home of the site that was shown before", () => {
  render(
    <IntlProvider locale="en" messages={texts}>
      <MemoryRouter>
        <SiteMemoryProvider value={new SiteMemory({ siteName: "Cirris", homeUrl: "/en/cirris" })}>
          <Outcome<Page> resolution={undefined} error={error}>
            {() => null}
          </Outcome>
        </SiteMemoryProvider>
      </MemoryRouter>
    </IntlProvider>,
  );
  expect(screen.getByRole("link", { name: "Go to home" })).toHaveAttribute("href", "/en/cirris");
});

test("a redirect within the site is followed without a document", () => {
  show({
    resolution: { __typename: "RedirectResolution", status: 301, location: "/en/found?a=b" },
    error: undefined,
  });
  expect(screen.getByText("at /en/found?a=b")).toBeInTheDocument();
});

/** Nothing at an address, inside its site. */
const nothing = {
  __typename: "NotFoundResolution" as const,
  message: "Page not found: /en/asked",
  site,
  locale,
  localeVersions: [],
  breadcrumb: [],
  page: null,
};

test.each([
  ["an error of the resolution", ["resolve"], "Sorry, something went wrong"],
  ["an error of a part of it", ["resolve", "page"], "This page does not exist"],
])("where nothing is at an address, with %s", (_, path, title) => {
  const failure = Object.assign(new Error("the upstream system could not answer"), { errors: [{ path }] });
  renderUi(
    <Outcome<Page> resolution={nothing} error={failure}>
      {() => null}
    </Outcome>,
  );
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(title);
});
