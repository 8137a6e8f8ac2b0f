import type { LocationOverviewFragment } from "~/graph/generated/graphql";

const option = (value: string, count: number, label = value) => ({
  value,
  label,
  foreignLanguage: null,
  count,
  selected: false,
});

type Location = LocationOverviewFragment["locations"][number];

const brand = { name: "Komax" };

const locations: Location[] = [
  {
    id: "sample-headquarters",
    slug: "sample-headquarters",
    name: "Sample headquarters",
    types: ["HEADQUARTERS", "TRAINING"],
    brands: [brand],
    country: { countryCode: "CH" },
    region: "EUROPE",
    address: "Industriestrasse 1\n6000 Luzern",
    town: "Luzern",
    coordinates: { latitude: 47.05, longitude: 8.31 },
    phone: "+41 00 000 00 00",
    email: "sample@example.com",
    website: "https://example.com",
    hours: "08:00–17:00",
  },
  {
    id: "sample-representative",
    slug: "sample-representative",
    name: "Sample representative",
    types: ["REPRESENTATIVE"],
    brands: [brand],
    country: { countryCode: "JP" },
    region: "ASIA_PACIFIC",
    address: null,
    town: null,
    coordinates: { latitude: 35.17, longitude: 136.9 },
    phone: null,
    email: "sample.asia@example.com",
    website: null,
    hours: null,
  },
];

/** Two locations with their filters. */
export const locationOverview: LocationOverviewFragment = {
  total: locations.length,
  isFiltered: false,
  resetUrl: "/style-guide/modules",
  brands: [option("sample", 2, "Sample")],
  types: [option("HEADQUARTERS", 1), option("TRAINING", 1), option("REPRESENTATIVE", 1)],
  countries: [option("CH", 1, "Switzerland"), option("JP", 1, "Japan")],
  regions: [option("EUROPE", 1), option("ASIA_PACIFIC", 1)],
  locations,
};
