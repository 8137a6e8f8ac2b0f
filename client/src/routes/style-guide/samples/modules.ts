import type { FormFieldViewFragment, PageContentFragment } from "~/graph/generated/graphql";
import { pictures } from "./pictures";

type Module = PageContentFragment["modules"][number];

const image = (i: 0 | 1 | 2 | 3) => {
  const { url, alternativeText, width, height } = pictures[i];
  return {
    alternativeText,
    url,
    source: url,
    srcset: null,
    thumbnail: url,
    lightboxThumbnail: url,
    width: width ?? null,
    height: height ?? null,
  };
};

const link = (text: string) => ({
  text,
  kind: "ROUTE" as const,
  url: "/style-guide",
  openInNewTab: false,
});

const event = (title: string, startDate: string, endDate = startDate) => ({
  id: title,
  title,
  isLanguageFallback: false,
  contentLanguage: { languageTag: "en" },
  text: "New machines, seen for the first time.",
  location: "Zurich",
  startDate,
  endDate,
  calendarUrl: "/style-guide",
  link: link(title),
  image: null,
});

const field = (
  name: string,
  type: FormFieldViewFragment["type"],
  group: string,
  more: Partial<FormFieldViewFragment> = {},
): FormFieldViewFragment => ({
  name,
  type,
  group,
  required: true,
  shownWhen: null,
  options: [],
  maxLength: 200,
  pattern: null,
  files: null,
  autocomplete: "",
  messageId: name,
  ...more,
});

const months = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2021, i, 1)).toISOString().slice(0, 10));
const price = (month: number) => 90 + 20 * Math.sin(month / 6) + (month % 5);

const column = (title: string) => ({
  key: title,
  title,
  unit: "CHF m",
  decimals: 1,
});

/**
 * One of each module; heroes in three layouts, teaser grids in three styles, calls to action with three backgrounds.
 */
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
    inline: image(3),
    breakOut: image(3),
    stretched: image(3),
    caption: `Image, ${width}`,
    width,
  })),
  {
    __typename: "GalleryModule",
    id: "gallery",
    anchorTitle: "Gallery",
    title: "Gallery",
    items: ([0, 1, 2, 3] as const).map((i) => ({
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
    id: "key-figures",
    anchorTitle: "Key figures",
    title: "Key figures",
    items: [
      { value: "±0.02", unit: "mm", label: "repeatability of the crimp height" },
      { value: "4,200", unit: "pcs/h", label: "wires with two crimps each" },
      { value: "0.13–6", unit: "mm²", label: "cross-section" },
    ],
  },
  {
    __typename: "StepsModule",
    id: "steps",
    anchorTitle: "Steps",
    title: "Steps",
    items: [
      { mark: null, title: "Feed", text: "The wire is straightened and measured." },
      { mark: null, title: "Cut and strip", text: "Both ends in one stroke." },
      { mark: "±0.02", title: "Crimp", text: "The force is recorded." },
    ],
  },
  {
    __typename: "AccordionModule",
    id: "accordion",
    anchorTitle: "Accordion",
    title: "Accordion",
    items: [
      {
        id: "accordion-1",
        title: "How long does a changeover take?",
        html: "<p>About four minutes.</p>",
      },
      {
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
      { title: "Cross-section", unit: "mm²", numeric: true },
      { title: "Wire gauge", unit: "AWG", numeric: true },
      { title: "Crimp height", unit: "mm", numeric: true },
      { title: "Terminal", unit: null, numeric: false },
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
        title: "Data sheet",
        file: {
          url: "/style-guide",
          fileName: "data-sheet.pdf",
          extension: "PDF",
          size: 1_420_000,
          locale: "en",
        },
        thumbnail: null,
      },
      {
        title: "Operating manual",
        file: {
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
        brand: { id: theme, name: theme, theme, image: null },
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
  {
    __typename: "StoriesModule",
    id: "stories",
    anchorTitle: "Stories",
    title: "Stories",
    moreUrl: "/style-guide",
    stories: ([0, 2, 3] as const).map((i) => ({
      id: `story-${i}`,
      title: ["A crimp is for ever", "", "Orange is harder", "The honeycomb, on film"][i] ?? "",
      url: "/style-guide",
      leadText: "What happens in thirty milliseconds, and how it is measured.",
      publicationDate: "2026-11-12T07:00:00Z",
      isVideo: i === 3,
      isLanguageFallback: false,
      contentLanguage: { languageTag: "en" },
      category: { name: "Technology" },
      teaserImage: image(i),
    })),
  },
  {
    __typename: "MediaReleasesModule",
    id: "media-releases",
    anchorTitle: "Media releases",
    title: "Media releases",
    moreUrl: "/style-guide",
    mediaReleases: [true, false].map((adhoc) => ({
      __typename: "MediaRelease" as const,
      id: `release-${adhoc}`,
      title: adhoc ? "Order intake rises in the third quarter" : "New laboratory opens in Nagoya",
      url: "/style-guide",
      leadText: "Demand came from Europe and from makers of energy systems.",
      publicationDate: "2026-11-05T06:00:00Z",
      adhoc,
      isLanguageFallback: false,
      contentLanguage: { languageTag: "en" },
      pdf: { url: "/style-guide", extension: "PDF" },
    })),
  },
  {
    __typename: "EventsModule",
    id: "events",
    anchorTitle: "Events",
    title: "Events",
    upcoming: [event("Wire processing days", "2027-02-16", "2027-02-18"), event("Open laboratory", "2027-09-14")],
    past: [event("Open day", "2026-06-13")],
  },
  { __typename: "PositionsModule", id: "positions", anchorTitle: "Open positions", title: "Open positions" },
  { __typename: "LocationsModule", id: "locations", anchorTitle: "Locations", title: "Locations" },
  {
    __typename: "FormModule",
    id: "form",
    anchorTitle: "Form",
    title: "Form",
    text: "With its rules and messages.",
    site: "main",
    document: null,
    countries: [{ countryCode: "CH", displayName: "Switzerland" }],
    form: {
      kind: "OSS_REQUEST",
      fields: [
        field("firstName", "TEXT", "person"),
        field("telephone", "TELEPHONE", "person", { required: false, messageId: "invalid" }),
        field("requestedService", "CHOICE", "request", { options: ["repair", "maintenance"] }),
        field("description", "LONG_TEXT", "request"),
        field("attachments", "FILES", "request", {
          required: false,
          messageId: "invalid",
          files: { maxSize: 100 * 2 ** 20, maxCount: 10, mediaTypes: ["image/*", "video/*"] },
        }),
        field("consent", "CHECKBOX", "request", { messageId: "checkbox" }),
      ],
    },
  },
  {
    __typename: "InvestorTableModule",
    id: "figures",
    anchorTitle: "Figures",
    title: "Figures for investors",
    text: null,
    table: {
      kind: "ANNUAL_FIGURES",
      labelTitle: "Year",
      note: "Made-up figures.",
      csvUrl: "/style-guide",
      columns: [column("Revenue"), column("Operating profit")],
      rows: [2021, 2022, 2023, 2024, 2025].map((year, i) => ({
        label: String(year),
        values: [421.1 + i * 48, 44.6 + i * 4],
      })),
      series: null,
    },
  },
  {
    __typename: "InvestorTableModule",
    id: "price",
    anchorTitle: "Share price",
    title: "Share price",
    text: null,
    table: {
      kind: "SHARE_PRICE",
      labelTitle: "Date",
      note: "Made-up prices.",
      csvUrl: "/style-guide",
      columns: [column("Share")],
      rows: months.slice(-12).map((label, i) => ({ label, values: [price(48 + i)] })),
      series: { days: months, values: [months.map((_, i) => price(i))] },
    },
  },
  {
    __typename: "FinancialCalendarModule",
    id: "dates",
    anchorTitle: "Financial calendar",
    title: "Financial calendar",
    dates: [
      { date: "2027-03-11", title: "Annual results 2026", location: "Online" },
      { date: "2027-04-28", title: "Annual general meeting", location: null },
    ],
  },
];
