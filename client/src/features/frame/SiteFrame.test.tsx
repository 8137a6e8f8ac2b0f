// Rules: LOC-12, NAV-5, PAGE-18, PAGE-36.

import { screen, within } from "@testing-library/react";
import { axe } from "jest-axe";
import type { ComponentProps } from "react";
import { hasLoggedOut, recordLogout } from "~/signin/logout";
import { useRequestUrl } from "~/lib/url/requestUrl";
import { markOf } from "~/theme/marks";
import { frame, site } from "../../../test/frame";
import { renderUi } from "../../../test/renderUi";
import type { Frame } from "./lastFrame";
import { SiteFrame } from "./SiteFrame";

const show = (more: Partial<ComponentProps<typeof SiteFrame>> = {}, change: Partial<Frame> = {}) =>
  renderUi(
    <SiteFrame frame={{ ...frame, theme: "Komax", ...change }} {...more}>
      {more.children ?? <h1>About us</h1>}
    </SiteFrame>,
  );

const RequestUrl = () => <p data-testid="request">{useRequestUrl() ?? "none"}</p>;

const side = () => screen.queryByRole("complementary", { name: "Quick access" });

test("renders header, top navigation, footer and side buttons around a page", () => {
  show();
  const header = within(screen.getByRole("banner"));
  expect(header.getByRole("link", { name: "Strand Group" })).toHaveAttribute("href", "/en");
  const top = within(header.getByRole("navigation", { name: "The group" }));
  expect(top.getAllByRole("link").map((l) => l.textContent)).toEqual(["Investors", "Careers"]);
  expect(screen.getByRole("contentinfo")).toHaveTextContent("Imprint");
  expect(side()).toBeInTheDocument();
});

test("shows the mark of the site's brand, also on a page with another theme", () => {
  const markIn = (role: string) => screen.getByRole(role).querySelector(`path[d="${markOf("Komax")}"]`);
  const { unmount } = show({}, { site: { ...site, theme: "Komax" }, theme: "Copper" });
  expect(markIn("banner")).toBeInTheDocument();
  expect(markIn("contentinfo")).toBeInTheDocument();
  unmount();
  show({}, { site: { ...site, theme: "Default" }, theme: "Komax" });
  expect(markIn("banner")).not.toBeInTheDocument();
});

test("renders no header, or a header with its own theme, if the page says so", () => {
  const { unmount } = show({ header: { hidden: true } });
  expect(screen.queryByRole("banner")).not.toBeInTheDocument();
  expect(screen.getByRole("contentinfo")).toBeInTheDocument();
  unmount();
  show({ header: { hidden: false, theme: "Copper" } });
  expect(screen.getByRole("banner")).toHaveAttribute("data-theme", "Copper");
});

test("renders no side buttons if the site hides them", () => {
  show({}, { site: { ...site, hideSideButtons: true } });
  expect(side()).not.toBeInTheDocument();
});

test("offers neither the portal nor requests where they do not exist", () => {
  const { unmount } = show({ children: <RequestUrl /> });
  expect(screen.getByRole("button", { name: "MyKomax" })).toBeInTheDocument();
  expect(screen.getByTestId("request")).toHaveTextContent("/en/request");
  unmount();
  show({ children: <RequestUrl /> }, { site: { ...site, parts: ["CATALOGUE"] } });
  expect(screen.queryByRole("button", { name: "MyKomax" })).not.toBeInTheDocument();
  expect(screen.getByTestId("request")).toHaveTextContent("none");
});

test("says once after a logout that the user is logged out", async () => {
  recordLogout(true);
  const { container, unmount } = show();
  const notice = (await screen.findByText("You are logged out")).closest<HTMLElement>("[role=status]");
  expect(within(notice as HTMLElement).getByRole("link")).toHaveAttribute("href", site.portalUrl);
  expect(await axe(container)).toHaveNoViolations();
  unmount();
  show();
  expect(screen.queryByText("You are logged out")).not.toBeInTheDocument();
  expect(hasLoggedOut()).toBe(true);
  recordLogout(false);
});

test("sets theme and display font on the document, also after a navigation from another site", () => {
  const { unmount } = show({}, { site: { ...site, enableCutFont: true } });
  expect(document.documentElement.dataset).toMatchObject({ theme: "Komax", cutFont: "true" });
  unmount();
  show({}, { theme: "Default" });
  expect(document.documentElement.dataset.theme).toBe("Default");
  expect(document.documentElement.dataset.cutFont).toBeUndefined();
});

test("marks content in another language and shows a banner above it", () => {
  show({ contentLanguage: "de", banner: <p>Not available in English</p> });
  expect(screen.getByRole("main")).toHaveAttribute("lang", "de");
  expect(screen.getByText("Not available in English")).toBeInTheDocument();
});

test("has no axe violations", async () => {
  const { container } = show();
  expect(await axe(container)).toHaveNoViolations();
});
