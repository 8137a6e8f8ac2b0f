import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderWithGraph } from "../../../test/graph";
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
    const suggestion = { __typename: "SearchResult", id: "1", type: "PRODUCT", title, titleParts, url: "/en/p" };
    return Promise.resolve(Response.json({ data: { suggest: [suggestion] } }));
  });
});
afterEach(() => jest.restoreAllMocks());

const show = (query = "press") =>
  renderWithGraph(<SearchField site={site} query={query} types={["PRODUCT", "STORY"]} />).container;

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

test("becomes a combobox with the focus and the typed text when it gets the focus", async () => {
  show();
  const field = screen.getByRole<HTMLInputElement>("textbox");
  field.focus();
  // Typed while the code of the combobox is loading.
  fireEvent.change(field, { target: { value: "presses" } });
  const combobox = await screen.findByRole<HTMLInputElement>("combobox", { name: "What are you looking for?" });
  expect(combobox).toHaveValue("presses");
  expect(combobox).toHaveFocus();
  expect(combobox.selectionStart).toBe("presses".length);
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
  expect(fields()).toEqual([
    ["q", "presses"],
    ["type", "PRODUCT"],
    ["type", "STORY"],
  ]);
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

test("stays a form if the focus has moved on meanwhile", async () => {
  show();
  const field = screen.getByRole("textbox");
  field.focus();
  field.blur();
  await import("./SearchCombobox");
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(screen.getByRole("textbox")).toBe(field);
  field.focus();
  await waitFor(() => expect(screen.getByRole("combobox")).toHaveFocus());
});
