import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IntlProvider } from "react-intl";
import { MemoryRouter, useLocation } from "react-router";
import texts from "~/i18n/messages/site/en.json";
import { Checkbox } from "~/ui/input/Choice";
import { TextField } from "~/ui/input/TextField";
import { Listing } from "./Listing";

function Address() {
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
        <Address />
      </MemoryRouter>
    </IntlProvider>,
  );
}

const address = () => screen.getByText(/^\/en\/list/).textContent;

test("a choice is the address at once, on its first page", async () => {
  show();
  await userEvent.click(screen.getByRole("checkbox", { name: "Ad hoc" }));
  expect(address()).toBe("/en/list?adhoc=true");
});

test("a day counts when it is left, not while it is typed", () => {
  show();
  const day = screen.getByLabelText("From");
  fireEvent.change(day, { target: { value: "0002-01-01" } });
  expect(address()).toBe("/en/list?page=2");
  fireEvent.change(day, { target: { value: "2026-01-01" } });
  fireEvent.blur(day);
  expect(address()).toBe("/en/list?from=2026-01-01");
});

test("pages are links, and a filtered list can be reset", () => {
  show(2);
  expect(screen.getByRole("link", { name: "Previous page" })).toHaveAttribute("href", "/en/list");
  expect(screen.getByRole("link", { name: "Next page" })).toHaveAttribute("href", "/en/list?page=3");
  expect(screen.getByRole("link", { name: "Reset filters" })).toHaveAttribute("href", "/en/list");
  expect(screen.getByText("Page 2 of 3")).toBeInTheDocument();
});
