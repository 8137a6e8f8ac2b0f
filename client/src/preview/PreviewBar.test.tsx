import { screen, within } from "@testing-library/react";
import { axe } from "jest-axe";
import { offsetName } from "~/i18n/timeZone";
import { renderUi } from "../../test/renderUi";
import { linkedPreviewOf, PreviewBar } from "./PreviewBar";

const moment = new Date("2026-12-24T08:00:00Z");
const until = new Date("2026-11-27T13:36:00Z");
/** Formats a time in the time zone of the tests. */
const format = (options: Intl.DateTimeFormatOptions, time: Date) => new Intl.DateTimeFormat("en", options).format(time);
const token = `${until.getTime() / 1_000}.c2lnbmF0dXJl`;

test("says stage, audience, moment, site, language, release and expiry of a shared preview", async () => {
  const preview = linkedPreviewOf(`/editor-preview/main~draft~gate_passed~next~20261224T080000Z@${token}`);
  if (!preview) throw new Error("The base is not read.");
  const { container } = renderUi(<PreviewBar preview={preview} siteName="Strand Group" locale="en-CH" />);
  const bar = screen.getByRole("complementary", { name: "Preview by link" });
  const facts = within(bar)
    .getAllByRole("term")
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(facts).toEqual([
    ["Stage", "Draft"],
    ["Audience", "With the page password"],
    ["Time", `${format({ dateStyle: "medium", timeStyle: "short" }, moment)} (${offsetName(moment)})`],
    ["Site", "Strand Group"],
    ["Language", "English (Switzerland)"],
    ["Release", "Next"],
    ["Link valid until", `${format({ timeStyle: "short" }, until)} (${offsetName(until)})`],
  ]);
  expect(await axe(container)).toHaveNoViolations();
});

test("says that a preview shows the present", () => {
  const preview = linkedPreviewOf(`/editor-preview/main~published~anonymous~current~now@${token}`);
  if (!preview) throw new Error("The base is not read.");
  renderUi(<PreviewBar preview={preview} siteName="Strand Group" locale="en" />);
  expect(screen.getByText("Now")).toBeInTheDocument();
  expect(screen.getByText("Published")).toBeInTheDocument();
});

test("knows a preview that was opened by an editor", () => {
  expect(linkedPreviewOf("/editor-preview/main~draft~customer~current~now")).toBeUndefined();
});
