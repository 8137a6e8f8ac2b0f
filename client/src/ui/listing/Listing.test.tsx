import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IntlProvider } from "react-intl";
import { MemoryRouter, useLocation, useNavigate } from "react-router";
import { texts } from "../../../test/texts";
import { Checkbox } from "~/ui/input/Choice";
import { TextField } from "~/ui/input/TextField";
import { Listing } from "./Listing";
import { ListingChoices, ListingDate, ListingMenu, ListingSearch, ListingSelect } from "./ListingFilters";

function CurrentUrl() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

function show(page = 1) {
  render(
    <IntlProvider locale="en" messages={texts}>
      <MemoryRouter initialEntries={["/en/list?page=2"]}>
        <Listing
          total={40}
          page={page}
          pageCount={3}
          isFiltered
          resetUrl="/en/list"
          previousUrl={page > 1 ? "/en/list" : null}
          nextUrl="/en/list?page=3"
          count="40 things"
          filters={
            <>
              <Checkbox name="adhoc" value="true" label="Ad hoc" />
              <TextField type="date" name="from" label="From" isFilter />
            </>
          }
        >
          <p>Things</p>
        </Listing>
        <CurrentUrl />
      </MemoryRouter>
    </IntlProvider>,
  );
}

const currentUrl = () => screen.getByText(/^\/en\/list/).textContent;

test("navigates immediately on a choice, to the first page", async () => {
  show();
  await userEvent.click(screen.getByRole("checkbox", { name: "Ad hoc" }));
  expect(currentUrl()).toBe("/en/list?adhoc=true");
});

test("applies a date on blur, not while it is typed", () => {
  show();
  const day = screen.getByLabelText("From");
  fireEvent.change(day, { target: { value: "0002-01-01" } });
  expect(currentUrl()).toBe("/en/list?page=2");
  fireEvent.change(day, { target: { value: "2026-01-01" } });
  fireEvent.blur(day);
  expect(currentUrl()).toBe("/en/list?from=2026-01-01");
});

test("renders pages as links, and can reset a filtered list", () => {
  show(2);
  expect(screen.getByRole("link", { name: "Previous page" })).toHaveAttribute("href", "/en/list");
  expect(screen.getByRole("link", { name: "Next page" })).toHaveAttribute("href", "/en/list?page=3");
  expect(screen.getByRole("link", { name: "Reset filters" })).toHaveAttribute("href", "/en/list");
  expect(screen.getByText("Page 2 of 3")).toBeInTheDocument();
});

function Back() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>Back</button>;
}

/** A list with a search, whose pages have no numbers. */
function showSearched() {
  render(
    <IntlProvider locale="en" messages={texts}>
      <MemoryRouter initialEntries={["/en/list"]}>
        <Listing
          total={40}
          isFiltered
          resetUrl="/en/list"
          nextUrl="/en/list?after=x"
          count="40 things"
          filters={
            <>
              <ListingSearch label="Search" name="q" value="" />
              <ListingChoices
                legend="Status"
                name="status"
                options={[{ value: "OPEN", label: "Open", selected: false }]}
              />
            </>
          }
        >
          <p>Things</p>
        </Listing>
        <CurrentUrl />
        <Back />
      </MemoryRouter>
    </IntlProvider>,
  );
  return screen.getByRole("searchbox", { name: "Search" });
}

test("applies words on submission or blur, and keeps them while the results are loading", async () => {
  const field = showSearched();
  await userEvent.type(field, " feeding ");
  expect(currentUrl()).toBe("/en/list");
  await userEvent.type(field, "{Enter}");
  expect(currentUrl()).toBe("/en/list?q=feeding");
  await userEvent.type(field, "error");
  expect(field).toHaveFocus();
  expect(field).toHaveValue(" feeding error");
  await userEvent.tab();
  expect(currentUrl()).toBe("/en/list?q=feeding+error");
});

test("applies the words of a search above the list while they are typed, as one entry of the history", async () => {
  render(
    <IntlProvider locale="en" messages={texts}>
      <MemoryRouter initialEntries={["/en/list"]}>
        <Listing
          total={40}
          isFiltered={false}
          resetUrl="/en/list"
          count="40 things"
          search={<ListingSearch label="Search" name="q" value="" />}
          filters={<Checkbox name="adhoc" value="true" label="Ad hoc" />}
        >
          <p>Things</p>
        </Listing>
        <CurrentUrl />
        <Back />
      </MemoryRouter>
    </IntlProvider>,
  );
  const field = screen.getByRole("searchbox", { name: "Search" });
  await userEvent.type(field, "feeding");
  expect(await screen.findByText("/en/list?q=feeding")).toBeInTheDocument();
  await userEvent.type(field, " error");
  expect(await screen.findByText("/en/list?q=feeding+error")).toBeInTheDocument();
  expect(field).toHaveFocus();
  await userEvent.click(screen.getByRole("checkbox", { name: "Ad hoc" }));
  expect(currentUrl()).toBe("/en/list?q=feeding+error&adhoc=true");
  expect(screen.getByRole("button", { name: "Filters 1" })).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(currentUrl()).toBe("/en/list");
});

test("shows the URL's value on back navigation, without submitting it on blur", async () => {
  const field = showSearched();
  await userEvent.type(field, "feeding{Enter}");
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(currentUrl()).toBe("/en/list");
  expect(field).toHaveValue("");
});

test("empties the field when the filters are reset", async () => {
  const field = showSearched();
  await userEvent.type(field, "feeding{Enter}");
  await userEvent.click(screen.getByRole("link", { name: "Reset filters" }));
  expect(field).toHaveValue("");
  expect(currentUrl()).toBe("/en/list");
});

test("submits no filters after a reset, also before the list has loaded again", async () => {
  render(
    <IntlProvider locale="en" messages={texts}>
      <MemoryRouter initialEntries={["/en/list?type=A&status=OPEN&from=2026-01-01&sort=NAME"]}>
        <Listing
          total={1}
          isFiltered
          resetUrl="/en/list"
          count="1 thing"
          filters={
            <>
              <ListingSearch label="Search" name="q" value="" />
              <TextField type="date" name="from" label="From" isFilter defaultValue="2026-01-01" />
              <ListingMenu label="Order" name="sort" value="NAME" options={[{ value: "NAME", label: "Name" }]} />
              <ListingSelect label="Type" name="type" options={[{ value: "A", label: "A", selected: true }]} />
              <ListingChoices
                legend="Status"
                name="status"
                options={[{ value: "OPEN", label: "Open", selected: true }]}
              />
            </>
          }
        >
          <p>Thing</p>
        </Listing>
        <CurrentUrl />
      </MemoryRouter>
    </IntlProvider>,
  );
  await userEvent.click(screen.getByRole("link", { name: "Reset filters" }));
  await userEvent.type(screen.getByRole("searchbox", { name: "Search" }), "feeding{Enter}");
  expect(currentUrl()).toBe("/en/list?q=feeding&sort=NAME");
});

test("keeps the filters when the reset list opens in another tab", async () => {
  const field = showSearched();
  await userEvent.type(field, "feeding{Enter}");
  // The test environment has no second tab.
  document.addEventListener("click", (click) => click.preventDefault(), { once: true });
  const user = userEvent.setup();
  await user.keyboard("{Control>}");
  await user.click(screen.getByRole("link", { name: "Reset filters" }));
  expect(field).toHaveValue("feeding");
  expect(currentUrl()).toBe("/en/list?q=feeding");
});

test("shows no number for an option without a count, and only a next link for pages without numbers", () => {
  showSearched();
  expect(screen.getByRole("checkbox", { name: "Open" })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Next page" })).toHaveAttribute("href", "/en/list?after=x");
  expect(screen.queryByRole("link", { name: "Previous page" })).not.toBeInTheDocument();
  expect(screen.queryByText(/^Page/)).not.toBeInTheDocument();
});

/** Filters with the values of the URL, as the graph returns them. */
function Filters() {
  const query = new URLSearchParams(useLocation().search);
  return (
    <>
      <ListingMenu
        label="Order"
        name="sort"
        value={query.get("sort") ?? "NAME"}
        options={[
          { value: "NAME", label: "Name" },
          { value: "EMAIL", label: "Email" },
        ]}
      />
      <ListingChoices
        legend="Status"
        name="status"
        options={[{ value: "OPEN", label: "Open", selected: query.has("status", "OPEN") }]}
      />
      <ListingDate label="From" name="from" value={query.get("from") ?? ""} />
    </>
  );
}

test("cannot choose an option that selects nothing, but can take back a chosen one", () => {
  render(
    <IntlProvider locale="en" messages={texts}>
      <ListingChoices
        legend="Brand"
        name="brand"
        options={[
          { value: "a", label: "Komax", count: 3, selected: false },
          { value: "b", label: "Hosver", count: 0, selected: false },
          { value: "c", label: "Cirris", count: 0, selected: true },
        ]}
      />
    </IntlProvider>,
  );
  expect(screen.getByRole("checkbox", { name: "Komax 3" })).toBeEnabled();
  expect(screen.getByRole("checkbox", { name: "Hosver 0" })).toBeDisabled();
  expect(screen.getByRole("checkbox", { name: "Cirris 0" })).toBeEnabled();
});

test("keeps the focus on a chosen filter and follows the URL on back navigation", async () => {
  render(
    <IntlProvider locale="en" messages={texts}>
      <MemoryRouter initialEntries={["/en/list"]}>
        <Listing total={1} isFiltered={false} resetUrl="/en/list" count="1 thing" filters={<Filters />}>
          <p>Thing</p>
        </Listing>
        <CurrentUrl />
        <Back />
      </MemoryRouter>
    </IntlProvider>,
  );
  const open = () => screen.getByRole("checkbox", { name: "Open" });
  open().focus();
  await userEvent.keyboard(" ");
  expect(currentUrl()).toBe("/en/list?sort=NAME&status=OPEN");
  expect(open()).toBeChecked();
  expect(open()).toHaveFocus();
  const order = () => screen.getByRole("combobox", { name: "Order" });
  await userEvent.selectOptions(order(), "EMAIL");
  expect(currentUrl()).toBe("/en/list?sort=EMAIL&status=OPEN");
  expect(order()).toHaveFocus();
  const from = screen.getByLabelText("From");
  await userEvent.type(from, "2026-01-31{Enter}");
  expect(currentUrl()).toBe("/en/list?sort=EMAIL&status=OPEN&from=2026-01-31");
  expect(from).toHaveFocus();
  const back = screen.getByRole("button", { name: "Back" });
  await userEvent.click(back);
  expect(from).toHaveValue("");
  await userEvent.click(back);
  expect(order()).toHaveValue("NAME");
  await userEvent.click(back);
  expect(open()).not.toBeChecked();
});
