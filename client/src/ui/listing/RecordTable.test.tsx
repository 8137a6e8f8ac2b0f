// Rules: PORT-24.

import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { useState } from "react";
import { renderUi } from "../../../test/renderUi";
import { setSingleKeys } from "~/lib/interaction/shortcuts";
import { ColumnMenu } from "./ColumnMenu";
import { RecordLink, RecordTable, SkipToRecords } from "./RecordTable";

function Things() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <main>
      <SkipToRecords />
      <form>
        <input type="search" aria-label="Search" />
      </form>
      <RecordTable
        label="Things"
        choice={{ name: "things", Menu: ColumnMenu }}
        entries={["a", "b", "c"]}
        keyOf={(name) => name}
        columns={[
          {
            id: "choice",
            label: "Choice",
            isLabelHidden: true,
            cell: (name) => (
              <input
                type="checkbox"
                aria-label={`Choose ${name}`}
                checked={chosen.includes(name)}
                onChange={() => setChosen([...chosen, name])}
              />
            ),
          },
          {
            id: "name",
            label: "Name",
            sort: { url: "?sort=NAME", direction: "ascending" },
            card: "title",
            cell: (name) => <RecordLink to={`/${name}`}>{name}</RecordLink>,
          },
          { id: "colour", label: "Colour", cell: () => "red" },
        ]}
      />
    </main>
  );
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const link = (name: string) => screen.getByRole("link", { name });

afterEach(() => {
  setSingleKeys(true);
  localStorage.clear();
});

test("is a table with a link per record, and can be sorted", async () => {
  const { container } = renderUi(<Things />);
  expect(screen.getByRole("table", { name: "Things" })).toBeInTheDocument();
  expect(link("b")).toHaveAttribute("href", "/b");
  expect(screen.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
  expect(document.querySelector(link("Skip to the list").getAttribute("href") ?? "")).toContainElement(link("a"));
  expect(await axe(container)).toHaveNoViolations();
});

test("moves between the records by keys, and selects one", () => {
  renderUi(<Things />);
  press("j");
  expect(link("a")).toHaveFocus();
  press("j");
  expect(link("b")).toHaveFocus();
  press("x");
  expect(screen.getByRole("checkbox", { name: "Choose b" })).toBeChecked();
  press("k");
  press("k");
  expect(link("a")).toHaveFocus();
  press("/");
  expect(screen.getByRole("searchbox")).toHaveFocus();
});

test("uses no key that is typed, or that the user has switched off", async () => {
  renderUi(<Things />);
  const search = screen.getByRole("searchbox");
  await userEvent.type(search, "j");
  expect(search).toHaveFocus();
  search.blur();
  setSingleKeys(false);
  press("j");
  expect(link("a")).not.toHaveFocus();
});

test("keeps the choice of columns in the browser", async () => {
  const { unmount } = renderUi(<Things />);
  expect(screen.getByRole("button", { name: "Columns: Things" })).toBeVisible();
  const menu = within(screen.getByRole("group", { name: "Columns", hidden: true }));
  // Neither the title nor the selection can be hidden.
  expect(menu.getAllByRole("checkbox", { hidden: true })).toHaveLength(1);
  await userEvent.click(menu.getByRole("checkbox", { name: "Colour", hidden: true }));
  expect(screen.getByRole("columnheader", { name: "Colour" })).toHaveAttribute("data-hidden");
  unmount();
  renderUi(<Things />);
  const again = screen.getByRole("checkbox", { name: "Colour", hidden: true });
  expect(again).not.toBeChecked();
  await userEvent.click(screen.getByRole("button", { name: "Show all columns", hidden: true }));
  expect(again).toBeChecked();
  expect(screen.getByRole("columnheader", { name: "Colour" })).not.toHaveAttribute("data-hidden");
});

test.each(["", "{", "null", "[1]", '{"things":"colour"}', '{"things":[7]}'])("ignores the stored text %j", (stored) => {
  localStorage.setItem("strand-columns", stored);
  renderUi(<Things />);
  expect(screen.getByRole("columnheader", { name: "Colour" })).not.toHaveAttribute("data-hidden");
});
