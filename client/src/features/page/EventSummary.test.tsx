// Rules: FEED-21.

import { screen } from "@testing-library/react";
import type { EventOfPageFragment } from "~/graph/generated/graphql";
import { renderUi } from "../../../test/renderUi";
import { EventSummary } from "./EventSummary";

const event: EventOfPageFragment = {
  id: "workshop",
  title: "Workshop",
  isLanguageFallback: true,
  contentLanguage: { languageTag: "de" },
  text: null,
  location: "Zürich",
  startDate: "2027-04-20",
  endDate: "2027-04-21",
  isOver: false,
  calendarUrl: "/api/events/workshop.ics?locale=en",
  link: null,
  image: null,
};

test("shows the days and the place of an event, and offers its calendar file", () => {
  renderUi(<EventSummary event={event} />);
  expect(screen.getByText(/Apr 20.*21, 2027/)).toHaveAttribute("datetime", "2027-04-20");
  expect(screen.getByText("Zürich")).toHaveAttribute("lang", "de");
  expect(screen.getByRole("link", { name: "Add to calendar" })).toHaveAttribute("href", event.calendarUrl);
});

test("offers no calendar file of an event that is over, and leaves out an unknown place", () => {
  renderUi(<EventSummary event={{ ...event, isOver: true, location: null }} />);
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
  expect(screen.queryByText("Place")).not.toBeInTheDocument();
});
