import type { PageContentFragment } from "~/graph/generated/graphql";
import { pictures } from "./pictures";

type Module = PageContentFragment["modules"][number];

const image = (i: 0 | 1 | 2 | 3) => {
  const { url, alternativeText, width, height } = pictures[i];
  return {
    __typename: "Image" as const,
    alternativeText,
    url,
    source: url,
    srcset: null,
    thumbnail: url,
    width: width ?? null,
    height: height ?? null,
  };
};

const link = (text: string) => ({
  __typename: "Link" as const,
  text,
  kind: "ROUTE" as const,
  url: "/style-guide",
  openInNewTab: false,
});

/** One of each module; heroes in their three layouts, teaser grids in their three styles, calls in their three grounds. */
export const modules: readonly Module[] = [
  ...(["Stage", "Split", "Plain"] as const).map((layout, i) => ({
    __typename: "HeroModule" as const,
    id: `hero-${layout}`,
    layout,
    overline: `Hero, ${layout}`,
    title: "Precision, wired",
    lead: "Machines that cut, strip and crimp wire to a hundredth of a millimetre.",
    image: image(i === 0 ? 1 : 0),
    links: [link("See the machines"), link("Talk to an expert")],
  })),
  {
    __typename: "RichTextModule",
    id: "text",
    anchorTitle: "Rich text",
    html: '<h2>Rich text</h2><p>Running text with <a href="/style-guide" data-kind="ROUTE">a link</a> and a list:</p><ul><li>cut</li><li>stripped</li><li>crimped</li></ul>',
  },
  ...(["Right", "Left"] as const).map((mediaPosition, i) => ({
    __typename: "MediaTextModule" as const,
    id: `media-${mediaPosition}`,
    anchorTitle: null,
    overline: `Media and text, ${mediaPosition.toLowerCase()}`,
    title: "A crimp that can be proven",
    html: "<p>The force of every stroke is recorded and compared with the curve that was taught. What lies outside is cut off before it leaves the machine.</p>",
    mediaPosition,
    image: image(i === 0 ? 2 : 3),
    links: [link("How it is measured")],
  })),
  ...(["Inline", "BreakOut", "Stretched"] as const).map((width) => ({
    __typename: "ImageModule" as const,
    id: `image-${width}`,
    image: image(3),
    caption: `Image, ${width}`,
    width,
  })),
  {
    __typename: "GalleryModule",
    id: "gallery",
    anchorTitle: "Gallery",
    title: "Gallery",
    items: ([0, 1, 2, 3] as const).map((i) => ({
      __typename: "GalleryItem" as const,
      caption: pictures[i].alternativeText,
      image: image(i),
    })),
  },
  {
    __typename: "VideoModule",
    id: "module-video",
    anchorTitle: "Video",
    title: "Video",
    caption: "A player elsewhere opens in a tab of its own.",
    file: null,
    mimeType: null,
    videoUrl: "https://example.com/video",
    duration: 94,
    transcript: "<p>A wire runs into the machine. It is cut, stripped and crimped.</p>",
    thumbnail: image(0),
  },
  ...(["Picture", "Text", "Compact"] as const).map((style, i) => ({
    __typename: "TeaserGridModule" as const,
    id: `teasers-${style}`,
    anchorTitle: null,
    title: `Teasers, ${style.toLowerCase()}`,
    lead: style === "Picture" ? "Ways to other pages." : null,
    style,
    columnCount: i === 2 ? 4 : 3,
    items: ["Cutting", "Stripping", "Crimping", "Testing"].slice(0, i === 2 ? 4 : 3).map((title, t) => ({
      __typename: "Teaser" as const,
      overline: style === "Picture" ? "Process" : null,
      title,
      text: "From the drum to the finished wire, in one machine or in a line.",
      image: image((t % 4) as 0 | 1 | 2 | 3),
      link: link(title),
    })),
    link: style === "Picture" ? link("All processes") : null,
  })),
  {
    __typename: "KeyFiguresModule",
    id: "figures",
    anchorTitle: "Key figures",
    title: "Key figures",
    items: [
      { __typename: "KeyFigure", value: "±0.02", unit: "mm", label: "repeatability of the crimp height" },
      { __typename: "KeyFigure", value: "4200", unit: "pcs/h", label: "wires with two crimps each" },
      { __typename: "KeyFigure", value: "0.13–6", unit: "mm²", label: "cross-section" },
    ],
  },
  {
    __typename: "StepsModule",
    id: "steps",
    anchorTitle: "Steps",
    title: "Steps",
    items: [
      { __typename: "Step", mark: null, title: "Feed", text: "The wire is straightened and measured." },
      { __typename: "Step", mark: null, title: "Cut and strip", text: "Both ends in one stroke." },
      { __typename: "Step", mark: "±0.02", title: "Crimp", text: "The force is recorded." },
    ],
  },
  {
    __typename: "AccordionModule",
    id: "accordion",
    anchorTitle: "Accordion",
    title: "Accordion",
    items: [
      {
        __typename: "AccordionItem",
        id: "accordion-1",
        title: "How long does a changeover take?",
        html: "<p>About four minutes.</p>",
      },
      {
        __typename: "AccordionItem",
        id: "accordion-2",
        title: "Which wires can be used?",
        html: "<p>From 0.13 to 6 mm².</p>",
      },
    ],
  },
  {
    __typename: "TableModule",
    id: "table",
    anchorTitle: "Table",
    title: "Table",
    columns: [
      { __typename: "TableColumn", title: "Cross-section", unit: "mm²", numeric: true },
      { __typename: "TableColumn", title: "Wire gauge", unit: "AWG", numeric: true },
      { __typename: "TableColumn", title: "Crimp height", unit: "mm", numeric: true },
      { __typename: "TableColumn", title: "Terminal", unit: null, numeric: false },
    ],
    rows: [
      ["0.13", "26", "0.72", "Flat spring 1.2"],
      ["0.75", "18", "1.28", "Flat spring 2.8"],
      ["6", "10", "2.71", "Ring M6"],
    ],
    note: "Values of the sample catalogue.",
  },
  {
    __typename: "DownloadsModule",
    id: "module-downloads",
    anchorTitle: "Downloads in a module",
    title: "Downloads in a module",
    items: [
      {
        __typename: "Download",
        title: "Data sheet",
        file: {
          __typename: "File",
          url: "/style-guide",
          fileName: "data-sheet.pdf",
          extension: "PDF",
          size: 1_420_000,
          locale: "en",
        },
        thumbnail: null,
      },
      {
        __typename: "Download",
        title: "Operating manual",
        file: {
          __typename: "File",
          url: "/style-guide",
          fileName: "manual.pdf",
          extension: "PDF",
          size: 12_900_000,
          locale: "de",
        },
        thumbnail: null,
      },
    ],
  },
  {
    __typename: "QuoteModule",
    id: "quote",
    quote: "A crimp is a cold weld: strands and terminal become one body of metal.",
    author: "Marit Aebischer",
    role: "Process engineer",
    image: null,
  },
  {
    __typename: "BrandsModule",
    id: "brands",
    anchorTitle: "Brands",
    title: "Brands",
    items: (["Komax", "Schleuniger", "Wustec", "Adaptronic", "Cirris", "Diit", "Hosver", "Iqc"] as const).map(
      (theme) => ({
        __typename: "BrandTeaser" as const,
        brand: { __typename: "Brand" as const, id: theme, name: theme, theme, image: null },
        text: "In its own look.",
        link: link(theme),
      }),
    ),
  },
  ...(["Dark_White", "Light_Dark", "Accent_White"] as const).map((backgroundColor) => ({
    __typename: "CallToActionModule" as const,
    id: `call-${backgroundColor}`,
    title: "Bring your wire, we bring the machine",
    text: "A trial in our laboratory takes a day.",
    backgroundColor,
    links: [link("Plan a trial"), link("Talk to an expert")],
  })),
  {
    __typename: "ContactModule",
    id: "contact",
    anchorTitle: "Contact",
    title: "Contact",
    text: "We answer within a working day.",
    name: "Marit Aebischer",
    role: "Process engineer",
    phone: "+41 00 000 00 00",
    email: "contact@example.com",
    image: null,
    link: link("Write to us"),
  },
];
