// Rules: SRCH-3.

import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { renderToString } from "react-dom/server";
import { IntlProvider } from "react-intl";
import { MemoryRouter, useLocation } from "react-router";
import { renderWithGraph } from "../../../test/graph";
import { texts } from "../../../test/texts";
import { AccountProvider, anonymousAccount } from "~/lib/account/account";
import { SearchField } from "./SearchField";

const site = { technicalName: "main", searchUrl: "/en/search" };

/** The URLs that suggestions were queried at. */
let queried: URL[];

beforeEach(() => {
  queried = [];
  jest.spyOn(globalThis, "fetch").mockImplementation((input) => {
    const url = new URL(input as string, window.location.origin);
    queried.push(url);
    const title = "Crimping press";
    const titleParts = [{ __typename: "TextPart", text: title, isMatch: true }];
    const suggestion = {
      __typename: "SearchResult",
      id: "1",
      type: "PRODUCT",
      title,
      titleParts,
      url: "/en/p",
      category: null,
      image: null,
    };
    return Promise.resolve(Response.json({ data: { suggest: [suggestion] } }));
  });
});
afterEach(() => jest.restoreAllMocks());

function CurrentPath() {
  return <p>The path is {useLocation().pathname}</p>;
}

const show = (query = "press") =>
  renderWithGraph(
    <>
      <SearchField site={site} query={query} types={["PRODUCT", "STORY"]} />
      <CurrentPath />
    </>,
  );

/** The form fields as a browser submits them. */
const fields = () => [...new FormData(screen.getByRole("search"))];

test("is a form that works without JavaScript before it gets the focus", () => {
  show();
  expect(screen.getByRole("textbox", { name: "What are you looking for?" })).toHaveValue("press");
  expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
  expect(screen.getByRole("search")).toHaveAttribute("action", "/en/search");
  expect(fields()).toEqual([
    ["q", "press"],
    ["type", "PRODUCT"],
    ["type", "STORY"],
  ]);
});

test("becomes a combobox without being replaced: text, selection and focus stay", async () => {
  show();
  const field = screen.getByRole<HTMLInputElement>("textbox");
  field.focus();
  // Typed and selected while the code of the suggestions is loading.
  fireEvent.change(field, { target: { value: "presses" } });
  field.setSelectionRange(1, 3, "backward");
  expect(await screen.findByRole("combobox", { name: "What are you looking for?" })).toBe(field);
  expect(field).toHaveValue("presses");
  expect(field).toHaveFocus();
  expect([field.selectionStart, field.selectionEnd, field.selectionDirection]).toEqual([1, 3, "backward"]);
  expect(field).toHaveAttribute("aria-autocomplete", "list");
  expect(document.getElementById(field.getAttribute("aria-controls") ?? "")).toHaveRole("listbox");
  expect(fields()).toEqual([
    ["q", "presses"],
    ["type", "PRODUCT"],
    ["type", "STORY"],
  ]);
});

test("replaces a selected query by what is typed, and keeps what is typed at the start", async () => {
  show();
  const field = screen.getByRole<HTMLInputElement>("textbox");
  await userEvent.tripleClick(field);
  await userEvent.keyboard("crimp");
  expect(field).toHaveValue("crimp");
  await screen.findByRole("combobox");
  await userEvent.keyboard("{Home}new ");
  expect(field).toHaveValue("new crimp");
});

test("has suggestions for letters that were typed before their code was loaded", async () => {
  show("");
  const field = screen.getByRole("textbox");
  field.focus();
  fireEvent.change(field, { target: { value: "cri" } });
  expect(await screen.findByRole("option", { name: /^Crimping press/ })).toBeInTheDocument();
  expect(field).toHaveAttribute("aria-expanded", "true");
});

test("keeps what was typed before hydration, and has suggestions for it", async () => {
  const ui = (
    <IntlProvider locale="en" messages={texts}>
      <MemoryRouter>
        <AccountProvider value={anonymousAccount}>
          <SearchField site={site} query="press" />
        </AccountProvider>
      </MemoryRouter>
    </IntlProvider>
  );
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(ui);
  const field = screen.getByRole<HTMLInputElement>("textbox");
  field.focus();
  field.value = "cri";
  render(ui, { container, hydrate: true });
  expect(await screen.findByRole("combobox")).toBe(field);
  expect(field).toHaveValue("cri");
  expect(await screen.findByRole("option", { name: /^Crimping press/ })).toBeInTheDocument();
});

test("leaves the keys of an input method to it", async () => {
  show("");
  const field = screen.getByRole("textbox");
  field.focus();
  fireEvent.change(field, { target: { value: "cri" } });
  await screen.findByRole("option");
  // fireEvent returns false if the default action was prevented.
  expect(fireEvent.keyDown(field, { key: "ArrowDown", isComposing: true })).toBe(true);
  expect(fireEvent.keyDown(field, { key: "Escape", isComposing: true })).toBe(true);
  expect(screen.getByRole("option")).toHaveAttribute("aria-selected", "false");
  expect(fireEvent.keyDown(field, { key: "ArrowDown" })).toBe(false);
  expect(screen.getByRole("option")).toHaveAttribute("aria-selected", "true");
});

test("does not open a suggestion when the field is left with Tab", async () => {
  show("");
  const field = screen.getByRole("textbox");
  field.focus();
  fireEvent.change(field, { target: { value: "cri" } });
  await screen.findByRole("option");
  await userEvent.keyboard("{ArrowDown}{Tab}");
  expect(screen.getByRole("button", { name: "Search" })).toHaveFocus();
  expect(screen.queryByRole("option")).not.toBeInTheDocument();
  expect(screen.getByText("The path is /")).toBeInTheDocument();
});

test("suggests pages of the site", async () => {
  show("");
  await userEvent.click(screen.getByRole("textbox"));
  // One event: a pause between two keys would send a query for the first ones.
  fireEvent.change(await screen.findByRole("combobox"), { target: { value: "cri" } });
  expect(await screen.findByRole("option", { name: /^Crimping press/ })).toBeInTheDocument();
  expect(queried.map((url) => url.searchParams.get("operationName"))).toEqual(["Suggest"]);
  expect(JSON.parse(queried[0]?.searchParams.get("variables") ?? "")).toMatchObject({ query: "cri", site: "main" });
});

/** A field whose results arrive when a button is pressed. */
function Results({ queries }: { queries: readonly string[] }) {
  const [index, setIndex] = useState(0);
  return (
    <>
      <SearchField site={site} query={queries[index] ?? ""} />
      {queries.map((query, i) => (
        <button key={query} onClick={() => setIndex(i)}>
          Results for {query}
        </button>
      ))}
    </>
  );
}

test("shows the query of new results, but keeps a text that is typed meanwhile", async () => {
  renderWithGraph(<Results queries={["press", "presses"]} />);
  const field = screen.getByRole("textbox");
  await userEvent.type(field, "es{Enter}");
  await userEvent.type(field, " and dies");
  fireEvent.click(screen.getByRole("button", { name: "Results for presses" }));
  expect(field).toHaveValue("presses and dies");
  expect(field).toHaveFocus();
  await userEvent.tab();
  fireEvent.click(screen.getByRole("button", { name: "Results for press" }));
  expect(field).toHaveValue("press");
});
