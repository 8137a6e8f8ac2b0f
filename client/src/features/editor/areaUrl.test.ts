import { momentInput, momentParameter, previewUrlIn, urlChangesOf } from "./areaUrl";

test("shows a moment in the browser's time zone and keeps it in UTC in the URL", () => {
  const moment = "2026-12-24T08:00:00Z";
  expect(momentInput(moment, false)).toBe("2026-12-24T08:00");
  // The getters of a date use the time zone of the tests.
  const date = new Date(moment);
  expect(momentInput(moment, true)).toMatch(new RegExp(`T${String(date.getHours()).padStart(2, "0")}:`));
  expect(momentParameter(momentInput(moment, true))).toBe("2026-12-24T08:00");
});

test.each([
  ["", ""],
  ["2026-12-24", "2026-12-24T00:00"],
  ["soon", ""],
])("reads the input %j as the parameter %j", (input, parameter) => {
  expect(momentParameter(input)).toBe(parameter);
});

test.each([null, undefined])("has no input for the moment %s", (moment) => {
  expect(momentInput(moment, true)).toBe("");
});

test("finds the page of a frame in either stage", () => {
  const draft = "/editor-preview/main~draft~customer~current~20261224T080000Z/de-ch/about";
  const published = previewUrlIn("PUBLISHED", draft);
  expect(published).toBe("/editor-preview/main~published~customer~current~20261224T080000Z/de-ch/about");
  expect(previewUrlIn("DRAFT", published)).toBe(draft);
  const careers = published.replace("about", "careers");
  expect(urlChangesOf(careers, { page: "/about", previewUrl: published })).toEqual({ page: "/careers" });
  expect(urlChangesOf(careers, { page: "/about", previewUrl: draft })).toBeUndefined();
});
