import type { PositionOverviewFragment } from "~/graph/generated/graphql";

/** One position, of a list without filters. */
export const positionOverview: PositionOverviewFragment = {
  total: 1,
  isFiltered: false,
  resetUrl: "/style-guide/modules",
  departments: [],
  places: [],
  positions: [
    {
      id: "position",
      title: "Process engineer, crimping",
      description: "Trials with wires and terminals of customers.",
      url: "/style-guide",
      isLanguageFallback: false,
      contentLanguage: { languageTag: "en" },
      position: {
        department: "DEVELOPMENT",
        workloadMin: 80,
        workloadMax: 100,
        location: { slug: "dierikon", town: "Dierikon", country: { countryCode: "CH" } },
      },
    },
  ],
};
