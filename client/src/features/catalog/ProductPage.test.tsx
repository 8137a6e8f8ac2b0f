// Rules: CAT-45, CAT-56.

import { screen, within } from "@testing-library/react";
import { axe } from "jest-axe";
import type { ProductPageFragment } from "~/graph/generated/graphql";
import { renderUi } from "../../../test/renderUi";
import { ProductIntro, ProductSections } from "./ProductPage";

beforeEach(() => {
  // jsdom has none.
  window.IntersectionObserver = class {
    observe = () => undefined;
    disconnect = () => undefined;
  } as unknown as typeof IntersectionObserver;
});

const teaser = (name: string): ProductPageFragment["relatedProducts"][number] => ({
  slug: name,
  name,
  nameLanguage: { languageTag: "en" },
  shortDescription: null,
  isLanguageFallback: false,
  contentLanguage: { languageTag: "en" },
  type: "PRODUCT",
  url: `/en/products/${name}`,
  variantCount: 0,
  classification: null,
  brand: null,
  image: { source: "/picture.webp", srcset: "" },
});

const image = {
  url: "/picture.png",
  alternativeText: "A press",
  thumbnail: "/thumbnail.webp",
  lightboxThumbnail: "/thumbnail.webp",
  source: "/picture.webp",
  srcset: "",
};

const product: ProductPageFragment = {
  slug: "h-20",
  name: "H 20",
  nameLanguage: { languageTag: "en" },
  type: "PRODUCT",
  shortDescription: "Crimps wires.",
  longDescription: "A press for the bench.",
  keyFigures: [{ name: "Output", value: "1200", unit: "pcs/h" }],
  requestUrl: "/en/request?product=h-20",
  feedbackForm: { kind: "PRODUCT_FEEDBACK", fields: [] },
  dataSheetUrl: null,
  canonicalUrl: "/en/products/h-20",
  alternateVersions: [],
  isLanguageFallback: false,
  contentLanguage: { languageCode: "en", languageTag: "en" },
  hasMeasurementSystems: false,
  brand: null,
  classification: null,
  images: [image],
  variants: [],
  metric: [
    { kind: "PERFORMANCE", specifications: [{ name: "Output", value: "1200", unit: "pcs/h" }] },
    { kind: "MACHINE", specifications: [{ name: "Weight", value: "80", unit: "kg" }] },
  ],
  imperial: [],
  capabilities: [],
  highlights: [
    {
      name: "Quiet",
      shortDescription: "66 dB(A).",
      longDescription: null,
      image: { source: "/picture.webp", srcset: "" },
      video: null,
    },
  ],
  documents: [
    {
      name: "Data sheet",
      language: "en",
      type: null,
      foreignLanguage: null,
      url: "/sheet.pdf",
      fileName: "sheet.pdf",
      extension: "PDF",
      size: null,
      thumbnail: null,
    },
  ],
  relatedProducts: [teaser("h-40")],
  components: [],
  services: [],
  stories: [],
  modularSystem: [],
  video: null,
  benefits: [],
  details: [],
};

const show = (change: Partial<ProductPageFragment> = {}) => {
  const shown = { ...product, ...change };
  return renderUi(
    <>
      <ProductIntro product={shown} />
      <ProductSections product={shown} system="METRIC" />
    </>,
  );
};

test("has the downloads and the data directly after the description, in the order of the navigation", async () => {
  const { container } = show();
  const headings = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  expect(headings).toEqual(["Description", "Downloads", "Technical data", "Highlights", "Related products"]);
  const navigation = within(screen.getByRole("navigation", { name: "On this page" }));
  expect(navigation.getAllByRole("link").map((link) => link.textContent)).toEqual(headings);
  expect(await axe(container)).toHaveNoViolations();
});

test("marks the texts of a product in another language, but not those of the interface", () => {
  show({ isLanguageFallback: true });
  for (const text of ["Crimps wires.", "A press for the bench.", "66 dB(A).", "Weight"]) {
    expect(screen.getByText(text).closest("[lang]")).toHaveAttribute("lang", "en");
  }
  for (const text of ["Machine", "Show all data"]) {
    expect(screen.getByText(text).closest("section [lang]")).toBeNull();
  }
});

test("marks the names that are not translated: of the service, its variants, documents and capabilities", () => {
  const named = { id: "1", name: "Testing", foreignLanguage: "de", url: "/en/products", image: null };
  const [sheet] = product.documents;
  if (!sheet) throw new Error("no document");
  show({
    name: "Crimp-Kurs",
    nameLanguage: { languageTag: "de" },
    isLanguageFallback: true,
    contentLanguage: { languageCode: "de", languageTag: "de" },
    capabilities: [named],
    documents: [{ ...sheet, name: "Kursplan", type: "Unterlage", foreignLanguage: "de" }],
    variants: ["Tag", "Woche"].map((id) => ({ id, metricName: id, imperialName: id, metric: [], imperial: [] })),
  });
  for (const text of ["Crimp-Kurs", "Testing", "Kursplan", "Unterlage", "Tag", "Woche"])
    expect(screen.getAllByText(text)[0]).toHaveAttribute("lang", "de");
});

test("marks no texts of a translated product", () => {
  const { container } = show();
  expect(container.querySelector("[lang]")).toBeNull();
});
