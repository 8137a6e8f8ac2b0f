import type {
  ClassificationTeaserFragment,
  ListingFigureFragment,
  ListingItemFragment,
  ListingFilterFragment,
  ProductPageFragment,
  SpecificationRowFragment,
  SpecificationRowsFragment,
} from "~/graph/generated/graphql";
import { pictures } from "./pictures";

const image = (i: 0 | 1 | 2 | 3) => {
  const { url, alternativeText } = pictures[i];
  return {
    url,
    alternativeText,
    source: url,
    srcset: null,
    thumbnail: url,
    lightboxThumbnail: url,
  };
};

const teaser = (
  name: string,
  i: 0 | 1 | 2 | 3,
  variantCount: number,
  crossSection: string,
  [start, end]: [number, number],
): ListingItemFragment => ({
  product: {
    slug: name.toLowerCase().replace(" ", "-"),
    name,
    nameLanguage: { languageTag: "en" },
    type: "PRODUCT",
    shortDescription: "Cuts, strips and crimps both ends of a wire.",
    isLanguageFallback: false,
    contentLanguage: { languageTag: "en" },
    url: "/style-guide",
    variantCount,
    classification: { slug: "automatic", maxCompared: 12 },
    brand: { name: "Komax" },
    image: image(i),
  },
  keyFigures: [
    { name: "Cross-section", value: crossSection, unit: "mm²", foreignLanguage: null },
    { name: "Output", value: "4,200", unit: "pcs/h", foreignLanguage: null },
  ],
  values: [
    { text: crossSection, start, end, marks: [0.45] },
    { text: "4,200", start: 0.8, end: 0.8, marks: [] },
  ],
});

const teasers = [
  teaser("Alpha 530", 0, 3, "0.13–4", [0.1, 0.6]),
  teaser("Alpha 550", 1, 1, "0.13–6", [0.1, 0.7]),
  teaser("Zeta 640", 2, 1, "0.22–6", [0.3, 0.7]),
];

const figure = (label: string, unit: string, name: string): ListingFigureFragment => ({
  label,
  foreignLanguage: null,
  unit,
  isRange: false,
  fits: "",
  min: "",
  max: "",
  fitsParameter: `fit.${name}`,
  minParameter: `min.${name}`,
  maxParameter: `max.${name}`,
  finderParameter: null,
  isFiltered: false,
  invalidParameters: [],
  lowest: "300",
  highest: "5,000",
  count: 3,
  of: 7,
  sortLowest: `low.${name}`,
  sortHighest: `high.${name}`,
});

const group = (name: string, i: 0 | 1 | 2 | 3, description: string | null): ClassificationTeaserFragment => ({
  id: name,
  name,
  nameLanguage: { languageTag: "en" },
  description,
  contentLanguage: { languageTag: "en" },
  url: "/style-guide",
  image: image(i),
});

export const groups = [
  group("Crimping", 2, "Presses, fully automatic machines and lines that join wire and terminal."),
  group("Cutting", 3, null),
  group("Testing", 0, "From the bench tester to the cabin."),
];

const option = (value: string, label: string, count: number, selected = false): ListingFilterFragment => ({
  value,
  label,
  foreignLanguage: null,
  count,
  selected,
});

/** A page of a listing, with a chosen filter, a previous and a next page. */
export const listing = {
  total: 132,
  page: 2,
  pageCount: 3,
  isFiltered: true,
  sortedBy: "",
  system: "METRIC" as const,
  units: "metric",
  otherSystemUrl: "/style-guide/modules?units=imperial",
  isTable: false,
  cardsUrl: "/style-guide/modules",
  tableUrl: "/style-guide/modules?view=table",
  isIncomplete: false,
  chips: [
    { label: "Crimping", foreignLanguage: null, url: "/style-guide/modules?fit.cross-section=0.5" },
    { label: "Cross-section 0.5 mm²", foreignLanguage: null, url: "/style-guide/modules?capability=crimping" },
  ],
  choices: [
    {
      label: "Operating mode",
      foreignLanguage: null,
      parameter: "is.operating-mode",
      options: [option("automatic", "Automatic", 12), option("bench", "Bench", 5)],
    },
  ],
  processes: [option("crimping", "Crimping", 92), option("testing", "Testing", 0)],
  figures: [
    {
      ...figure("Cross-section", "mm²", "cross-section"),
      isRange: true,
      fits: "0.5",
      isFiltered: true,
      lowest: "0.03",
      highest: "240",
    },
    figure("Output", "pcs/h", "output"),
  ],
  siteBrand: null,
  resetUrl: "/style-guide/modules",
  previousUrl: "/style-guide/modules?page=1",
  nextUrl: "/style-guide/modules?page=3",
  brands: [option("B-10", "Komax", 84), option("B-20", "Schleuniger", 48)],
  capabilities: [option("crimping", "Crimping", 132, true), option("seal-loading", "Seal loading", 13)],
  items: teasers,
};

const row = (name: string, value: string, unit: string | null = null): SpecificationRowFragment => ({
  name,
  value,
  unit,
});

const dataOf = (size: SpecificationRowFragment, weight: SpecificationRowFragment): SpecificationRowsFragment[] => [
  { kind: "PERFORMANCE", specifications: [size, row("Output", "4 200", "pcs/h")] },
  { kind: "MACHINE", specifications: [weight] },
  { kind: "CONNECTIONS", specifications: [row("Supply voltage", "3 × 400 V AC, 50/60 Hz")] },
];

const metric = dataOf(row("Cross-section", "0.13–6", "mm²"), row("Weight", "1 610", "kg"));
const imperial = dataOf(row("Cross-section", "26–10", "AWG"), row("Weight", "3 549", "lb"));

const variant = (id: string, name: string) => ({
  id,
  metricName: name,
  imperialName: `${name} (US)`,
  metric,
  imperial,
});

const document = (name: string, size: number | null, i: 0 | 1) => ({
  name,
  foreignLanguage: null,
  language: "en",
  type: "Data sheet",
  url: "/favicon.ico",
  fileName: "data-sheet.pdf",
  extension: "PDF",
  size,
  thumbnail: i === 0 ? image(3) : null,
});

/** A product with all optional parts. */
export const product: ProductPageFragment = {
  slug: "sample",
  requestUrl: "/en/request?product=sample",
  feedbackForm: { kind: "PRODUCT_FEEDBACK", fields: [] },
  name: "Alpha 530",
  nameLanguage: { languageTag: "en" },
  type: "PRODUCT",
  shortDescription: "Cuts, strips and crimps both ends of a wire.",
  keyFigures: [
    { name: "Cross-section", value: "0.13–6", unit: "mm²" },
    { name: "Output", value: "4,200", unit: "pcs/h" },
    { name: "Wire length", value: "60–10,000", unit: "mm" },
  ],
  longDescription: "Applicator, terminal reel and wire change without a tool.\n\nThe wire path is open from the front.",
  canonicalUrl: null,
  alternateVersions: [],
  isLanguageFallback: false,
  contentLanguage: { languageCode: "en", languageTag: "en" },
  hasMeasurementSystems: true,
  dataSheetUrl: "/favicon.ico",
  brand: { name: "Komax" },
  classification: { slug: "automatic", maxCompared: 12, name: "Fully automatic", url: "/style-guide" },
  images: [image(0), image(1), image(2)],
  variants: [variant("s", "One applicator"), variant("d", "Two applicators")],
  metric,
  imperial,
  capabilities: [
    { id: "cut", name: "Cutting to length", foreignLanguage: null, url: "/style-guide", image: image(3) },
    { id: "crimp", name: "Crimping", foreignLanguage: null, url: "/style-guide", image: null },
  ],
  highlights: [0, 1, 2].map((i) => ({
    name: `Highlight ${i + 1}`,
    shortDescription: "Applicator, reel and wire change without a tool.",
    longDescription: null,
    image: image(i as 0 | 1 | 2),
    video: null,
  })),
  documents: [document("Data sheet", 341_632, 0), document("Operating manual", null, 1)],
  relatedProducts: teasers.map(({ product }) => product),
  components: teasers.slice(1).map(({ product }) => product),
  services: teasers.slice(0, 1).map(({ product }) => product),
  modularSystem: ["Prefeeder", "Crimp stations", "Deposit"].map((name, i) => ({
    name,
    description: "In the order in which a wire passes it.",
    image: image(i as 0 | 1 | 2),
    product: i === 1 ? null : { url: "/style-guide" },
  })),
  video: null,
  benefits: ["Less stops", "One contact", "Figures in writing"],
  stories: [],
  details: ["Booked by telephone", "Report within two days"],
};
