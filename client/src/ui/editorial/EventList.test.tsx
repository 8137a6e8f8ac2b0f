// Rules: LOC-18.

import { screen } from "@testing-library/react";
import { renderUi } from "../../../test/renderUi";
import { EventList } from "./EventList";

const event = (title: string, languageTag: string) => ({
  id: title,
  title,
  text: `About ${title}`,
  location: `Hall of ${title}`,
  startDate: "2026-11-20",
  endDate: "2026-11-20",
  calendarUrl: "/api/events/fair.ics",
  isLanguageFallback: languageTag !== "en",
  contentLanguage: { languageTag },
});

test("a link of an event says where it leads", () => {
  const link = { kind: "ROUTE", url: "/en/contact", text: "Contact" } as const;
  renderUi(<EventList events={[{ ...event("Fair", "en"), link }]} />);
  expect(screen.getByRole("link", { name: "Contact" })).toHaveAttribute("href", "/en/contact");
  expect(screen.getByRole("heading", { name: "Fair" }).querySelector("a")).toBeNull();
});

test("marks the texts of events in another language", () => {
  renderUi(<EventList events={[event("Messe", "de"), event("Fair", "en")]} />);
  for (const text of ["Messe", "About Messe", "Hall of Messe"])
    expect(screen.getByText(text)).toHaveAttribute("lang", "de");
  for (const text of ["Fair", "About Fair", "Hall of Fair"]) expect(screen.getByText(text)).not.toHaveAttribute("lang");
});
