import type { Article, Event, LocalBusiness, NewsArticle, Organization, Person } from "schema-dts";
import { useOrigin } from "~/lib/url/origin";
import type { BreadcrumbEntry } from "~/ui/breadcrumb/Breadcrumb";
import { StructuredData } from "./StructuredData";

/** A site as its structured data names it. */
export interface DescribedSite {
  name: string;
  /** The path of the home page. */
  homeUrl: string;
  theme: string;
}

const logoOf = (site: DescribedSite) => `/icons/${site.theme}-512.png`;

/** Returns a function that makes absolute URLs, which search engines need. */
export function useAbsoluteUrl() {
  const origin = useOrigin();
  return (url: string) => new URL(url, origin).href;
}

/** Returns a function that describes the company of a site, for parts of other descriptions. */
export function useOrganization() {
  const absolute = useAbsoluteUrl();
  return (site: DescribedSite): Exclude<Organization, string> => ({
    "@type": "Organization",
    "@id": `${absolute(site.homeUrl)}#organization`,
    name: site.name,
    url: absolute(site.homeUrl),
    logo: absolute(logoOf(site)),
  });
}

/** The structured data of a home page: its company, and the search of its site. */
export function HomeStructuredData({
  site,
  language,
}: {
  site: DescribedSite & { searchUrl: string };
  language: string;
}) {
  const absolute = useAbsoluteUrl();
  const organization = useOrganization()(site);
  return (
    <>
      <StructuredData data={organization} />
      <StructuredData
        data={{
          "@type": "WebSite",
          name: site.name,
          url: absolute(site.homeUrl),
          inLanguage: language,
          publisher: { "@id": organization["@id"] ?? "" },
          potentialAction: {
            "@type": "SearchAction",
            target: { "@type": "EntryPoint", urlTemplate: `${absolute(site.searchUrl)}?q={search_term_string}` },
            // The vocabulary has no name for the inputs of an action: search engines document this one.
            ...{ "query-input": "required name=search_term_string" },
          },
        }}
      />
    </>
  );
}

/** The structured data of a breadcrumb. */
export function BreadcrumbStructuredData({ entries }: { entries: readonly BreadcrumbEntry[] }) {
  const absolute = useAbsoluteUrl();
  return (
    <StructuredData
      data={{
        "@type": "BreadcrumbList",
        itemListElement: entries.map((entry, i) => ({
          "@type": "ListItem",
          position: i + 1,
          name: entry.title,
          item: entry.url ? absolute(entry.url) : undefined,
        })),
      }}
    />
  );
}

/** The structured data of a list of pages, in their order; none for an empty list. */
export function ListStructuredData({
  name,
  entries,
}: {
  name: string;
  entries: readonly { name: string; url?: string | null }[];
}) {
  const absolute = useAbsoluteUrl();
  const listed = entries.flatMap((entry) => (entry.url ? [{ name: entry.name, url: absolute(entry.url) }] : []));
  if (listed.length === 0) return null;
  return (
    <StructuredData
      data={{
        "@type": "ItemList",
        name,
        numberOfItems: listed.length,
        itemListElement: listed.map((entry, i) => ({ "@type": "ListItem", position: i + 1, ...entry })),
      }}
    />
  );
}

/** A story or media release. */
export interface DescribedArticle {
  title: string;
  leadText?: string | null;
  canonicalUrl: string;
  /** RFC 3339. */
  publicationDate: string;
  updatedAt: string;
  contentLanguage: { languageTag: string };
  /** Without an author, the company is the author. */
  storyContacts?: readonly { name: string; url?: string }[];
  teaserImage?: { source: string } | null;
}

/** The structured data of a story or media release. */
export function ArticleStructuredData({
  article: described,
  site,
}: {
  article: DescribedArticle;
  site: DescribedSite;
}) {
  const { title, leadText, publicationDate, updatedAt, contentLanguage, storyContacts = [], teaserImage } = described;
  const absolute = useAbsoluteUrl();
  const publisher = useOrganization()(site);
  const url = absolute(described.canonicalUrl);
  const people = storyContacts.map((author): Person => ({
    "@type": "Person",
    name: author.name,
    url: author.url && absolute(author.url),
  }));
  const article: Exclude<NewsArticle | Article, string> = {
    "@type": "NewsArticle",
    headline: title,
    description: leadText ?? undefined,
    url,
    mainEntityOfPage: url,
    datePublished: publicationDate,
    // A story that was prepared earlier has not changed since it was published.
    dateModified: Date.parse(updatedAt) > Date.parse(publicationDate) ? updatedAt : publicationDate,
    author: people.length > 0 ? people : publisher,
    publisher,
    image: teaserImage ? [absolute(teaserImage.source)] : [],
    inLanguage: contentLanguage.languageTag,
  };
  return <StructuredData data={article} />;
}

export interface DescribedEvent {
  title: string;
  text?: string | null;
  location?: string | null;
  /** `2026-11-20` */
  startDate: string;
  /** The last day. */
  endDate: string;
  link?: { url?: string | null } | null;
  image?: { source: string } | null;
}

/** The structured data of events. An event without a place is left out: search engines require it. */
export function EventStructuredData({ events, site }: { events: readonly DescribedEvent[]; site: DescribedSite }) {
  const absolute = useAbsoluteUrl();
  const organizer = useOrganization()(site);
  return events.map((event) => {
    if (!event.location) return null;
    const data: Exclude<Event, string> = {
      "@type": "Event",
      name: event.title,
      description: event.text ?? undefined,
      startDate: event.startDate,
      endDate: event.endDate,
      eventStatus: "https://schema.org/EventScheduled",
      eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
      location: { "@type": "Place", name: event.location, address: event.location },
      url: event.link?.url ? absolute(event.link.url) : undefined,
      image: event.image ? absolute(event.image.source) : undefined,
      organizer,
    };
    return <StructuredData key={`${event.startDate} ${event.title}`} data={data} />;
  });
}

export interface DescribedLocation {
  slug: string;
  name: string;
  country?: { countryCode: string } | null;
  address?: string | null;
  phone?: string | null;
  email?: string | null;
  website?: string | null;
}

/** The structured data of the locations of a company, which are parts of the page at a URL. */
export function LocationStructuredData({
  locations,
  url,
  site,
}: {
  locations: readonly DescribedLocation[];
  url: string;
  site: DescribedSite;
}) {
  const absolute = useAbsoluteUrl();
  const organization = useOrganization()(site);
  return locations.map((location) => {
    const lines = location.address?.split("\n").map((line) => line.trim());
    const data: Exclude<LocalBusiness, string> = {
      "@type": "LocalBusiness",
      "@id": `${absolute(url)}#location-${location.slug}`,
      name: location.name,
      address: {
        "@type": "PostalAddress",
        streetAddress: lines?.join(", "),
        addressCountry: location.country?.countryCode,
      },
      telephone: location.phone ?? undefined,
      email: location.email ?? undefined,
      url: location.website ? absolute(location.website) : absolute(url),
      image: absolute(logoOf(site)),
      parentOrganization: organization,
    };
    return <StructuredData key={location.slug} data={data} />;
  });
}

export interface DescribedVideo {
  name: string;
  description?: string | null;
  /** The file, or the page of another service that plays the video. */
  file?: string | null;
  player?: string | null;
  thumbnail?: string | null;
  /** RFC 3339; undefined if the source does not know it. */
  uploadDate?: string;
  /** Seconds. */
  duration?: number | null;
}

/** The structured data of a video. One without a picture or date is left out: search engines require both. */
export function VideoStructuredData({ video }: { video: DescribedVideo }) {
  const absolute = useAbsoluteUrl();
  if (!video.thumbnail || !video.uploadDate) return null;
  return (
    <StructuredData
      data={{
        "@type": "VideoObject",
        name: video.name,
        description: video.description ?? video.name,
        thumbnailUrl: absolute(video.thumbnail),
        uploadDate: video.uploadDate,
        contentUrl: video.file ? absolute(video.file) : undefined,
        embedUrl: video.player ?? undefined,
        duration: video.duration ? `PT${Math.round(video.duration)}S` : undefined,
      }}
    />
  );
}

/** The structured data of questions with answers in HTML. */
export function QuestionStructuredData({ questions }: { questions: readonly { title: string; html: string }[] }) {
  if (questions.length === 0) return null;
  return (
    <StructuredData
      data={{
        "@type": "FAQPage",
        mainEntity: questions.map(({ title, html }) => ({
          "@type": "Question",
          name: title,
          acceptedAnswer: { "@type": "Answer", text: html },
        })),
      }}
    />
  );
}
