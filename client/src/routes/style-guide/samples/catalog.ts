import type {
  ClassificationTeaserFragment,
  ListedProductFragment,
  ListingFilterFragment,
  ProductPageFragment,
  SpecificationRowFragment,
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

const teaser = (name: string, i: 0 | 1 | 2 | 3, variantCount: number): ListedProductFragment => ({
  slug: name.toLowerCase().replace(" ", "-"),
  name,
  type: "PRODUCT",
  shortDescription: "Cuts, strips and crimps both ends of a wire.",
  url: "/style-guide",
  variantCount,
  classification: { slug: "automatic", maxCompared: 12 },
  brand: { name: "Komax" },
  image: image(i),
  keyFigures: [
    { name: "Cross-section", value: "0.13–6", unit: "mm²" },
    { name: "Output", value: "4,200", unit: "pcs/h" },
  ],
});

const teasers = [teaser("Alpha 530", 0, 3), teaser("Alpha 550", 1, 1), teaser("Zeta 640", 2, 1)];

const group = (name: string, i: 0 | 1 | 2 | 3, description: string | null): ClassificationTeaserFragment => ({
  id: name,
  name,
  description,
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
  count,
  selected,
});

/** A page of a listing, with a chosen filter, a previous and a next page. */
export const listing = {
  total: 132,
  page: 2,
  pageCount: 3,
  isFiltered: true,
  sort: "POSITION" as const,
  resetUrl: "/style-guide/modules",
  previousUrl: "/style-guide/modules?page=1",
  nextUrl: "/style-guide/modules?page=3",
  brands: [option("B-10", "Komax", 84), option("B-20", "Schleuniger", 48)],
  capabilities: [option("crimping", "Crimping", 132, true), option("seal-loading", "Seal loading", 13)],
  products: teasers,
};

const row = (name: string, value: string, unit: string | null = null): SpecificationRowFragment => ({
  name,
  value,
  unit,
});

const metric = [row("Cross-section", "0.13–6", "mm²"), row("Output", "4 200", "pcs/h"), row("Weight", "1 610", "kg")];
const imperial = [row("Cross-section", "26–10", "AWG"), row("Output", "4 200", "pcs/h"), row("Weight", "3 549", "lb")];

const variant = (id: string, name: string) => ({
  id,
  metricName: name,
  imperialName: `${name} (US)`,
  metric,
  imperial,
});

const document = (name: string, size: number | null, i: 0 | 1) => ({
  name,
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
  name: "Alpha 530",
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
  hasMeasurementSystems: true,
  brand: { name: "Komax" },
  classification: { slug: "automatic", maxCompared: 12, name: "Fully automatic", url: "/style-guide" },
  images: [image(0), image(1), image(2)],
  variants: [variant("s", "One applicator"), variant("d", "Two applicators")],
  metric,
  imperial,
  capabilities: [
    { id: "cut", name: "Cutting to length", url: "/style-guide", image: image(3) },
    { id: "crimp", name: "Crimping", url: "/style-guide", image: null },
  ],
  highlights: [0, 1, 2].map((i) => ({
    name: `Highlight ${i + 1}`,
    shortDescription: "Applicator, reel and wire change without a tool.",
    longDescription: null,
    image: image(i as 0 | 1 | 2),
    video: null,
  })),
  documents: [document("Data sheet", 341_632, 0), document("Operating manual", null, 1)],
  relatedProducts: teasers,
  components: teasers.slice(1),
  services: teasers.slice(0, 1),
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
