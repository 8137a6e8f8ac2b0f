import { screen, within } from "@testing-library/react";
import { axe } from "jest-axe";
import type { ComponentProps } from "react";
import { frame, site } from "../../../test/frame";
import { renderUi } from "../../../test/renderUi";
import type { Frame } from "./frameMemory";
import { SiteFrame } from "./SiteFrame";

const show = (more: Partial<ComponentProps<typeof SiteFrame>> = {}, change: Partial<Frame> = {}) =>
  renderUi(
    <SiteFrame frame={{ ...frame, theme: "Komax", ...change }} {...more}>
      <h1>About us</h1>
    </SiteFrame>,
  );

const side = () => screen.queryByRole("complementary", { name: "Quick access" });

test("header, top navigation, footer and side buttons stand around a page", () => {
  show();
  const header = within(screen.getByRole("banner"));
  expect(header.getByRole("link", { name: "Strand Group" })).toHaveAttribute("href", "/en");
  const top = within(header.getByRole("navigation", { name: "The group" }));
  expect(top.getAllByRole("link").map((l) => l.textContent)).toEqual(["Investors", "Careers"]);
  expect(screen.getByRole("contentinfo")).toHaveTextContent("Imprint");
  expect(side()).toBeInTheDocument();
});

test("a page may do without the header, or give it a theme of its own", () => {
  const { unmount } = show({ header: { hidden: true } });
  expect(screen.queryByRole("banner")).not.toBeInTheDocument();
  expect(screen.getByRole("contentinfo")).toBeInTheDocument();
  unmount();
  show({ header: { hidden: false, theme: "Copper" } });
  expect(screen.getByRole("banner")).toHaveAttribute("data-theme", "Copper");
});

test("a site may hide its side buttons", () => {
  show({}, { site: { ...site, hideSideButtons: true } });
  expect(side()).not.toBeInTheDocument();
});

test("theme and display face are the document's, also after the way from another site", () => {
  const { unmount } = show({}, { site: { ...site, enableCutFont: true } });
  expect(document.documentElement.dataset).toMatchObject({ theme: "Komax", cutFont: "true" });
  unmount();
  show({}, { theme: "Default" });
  expect(document.documentElement.dataset.theme).toBe("Default");
  expect(document.documentElement.dataset.cutFont).toBeUndefined();
});

test("content in another language says so, and a banner stands above it", () => {
  show({ contentLanguage: "de", banner: <p>Not available in English</p> });
  expect(screen.getByRole("main")).toHaveAttribute("lang", "de");
  expect(screen.getByText("Not available in English")).toBeInTheDocument();
});

test("axe finds nothing", async () => {
  const { container } = show();
  expect(await axe(container)).toHaveNoViolations();
});
