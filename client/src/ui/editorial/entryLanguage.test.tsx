// Rules: LOC-18.

import { screen } from "@testing-library/react";
import { renderUi } from "../../../test/renderUi";
import { MediaReleaseList } from "./MediaReleaseList";
import { PositionList } from "./PositionList";
import { StoryGrid } from "./StoryGrid";

const german = { isLanguageFallback: true, contentLanguage: { languageTag: "de" } };
const own = { isLanguageFallback: false, contentLanguage: { languageTag: "en" } };

test("names the language of a position that is not that of the page", () => {
  const position = { department: "SERVICE", workloadMin: 80, workloadMax: 100 };
  renderUi(
    <PositionList
      positions={[
        { id: "1", title: "Servicetechniker", position, ...german },
        { id: "2", title: "Service engineer", position, ...own },
      ]}
    />,
  );
  expect(screen.getAllByText("German")).toHaveLength(1);
});

test("names the language of a story and of a media release", () => {
  const entry = { id: "1", title: "Messen", url: "/en/x", publicationDate: "2026-11-01T00:00:00Z", ...german };
  renderUi(<StoryGrid stories={[{ ...entry, isVideo: false }]} />);
  expect(screen.getByRole("listitem")).toHaveTextContent("Nov 1, 2026 · German");
  renderUi(<MediaReleaseList releases={[{ ...entry, adhoc: false }]} />);
  expect(screen.getAllByText("German")).toHaveLength(2);
});
