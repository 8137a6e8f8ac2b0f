// Rules: NAV-8.

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PanelsProvider } from "~/ui/panels/panels";
import { renderUi } from "../../../test/renderUi";
import { SideButtons } from "./SideButtons";

const contact = { kind: "ROUTE", url: "/en/contact", text: "Contact" } as const;

function show(hasUnreadNews: boolean) {
  const opened: string[] = [];
  const opens = (name: string) => () => void opened.push(name);
  renderUi(
    <PanelsProvider
      value={{
        hasUnreadNews,
        openNews: opens("news"),
        openShare: opens("share"),
        openSearch: opens("search"),
        openExpert: (link) => void opened.push(`expert, then ${link?.url}`),
      }}
    >
      <SideButtons contact={contact} />
    </PanelsProvider>,
  );
  return opened;
}

test("offers the contact panel, the news and sharing", async () => {
  const opened = show(false);
  for (const name of ["Talk to an expert", "News", "Share this page"]) {
    await userEvent.click(screen.getByRole("button", { name }));
  }
  expect(opened).toEqual(["expert, then /en/contact", "news", "share"]);
});

test("announces unread news", () => {
  show(true);
  expect(screen.getByRole("button", { name: "News (unread)" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "News" })).not.toBeInTheDocument();
});
