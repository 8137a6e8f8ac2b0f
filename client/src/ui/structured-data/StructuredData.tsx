import { useOrigin } from "~/lib/url/origin";
import type { BreadcrumbEntry } from "~/ui/breadcrumb/Breadcrumb";

/** JSON-LD for search engines; `<` is escaped so that no text can end the element. */
export function StructuredData({ data }: { data: object }) {
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replace(/</g, "\\u003c") }}
    />
  );
}

/** The structured data (schema.org) of a breadcrumb. */
export function BreadcrumbStructuredData({ entries }: { entries: readonly BreadcrumbEntry[] }) {
  const origin = useOrigin();
  return (
    <StructuredData
      data={{
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        itemListElement: entries.map((entry, i) => ({
          "@type": "ListItem",
          position: i + 1,
          name: entry.title,
          item: entry.url ? new URL(entry.url, origin).href : undefined,
        })),
      }}
    />
  );
}

export interface ArticleStructuredDataProps {
  title: string;
  description?: string | null | undefined;
  url: string;
  /** RFC 3339. */
  publicationDate: string;
  authors?: readonly string[];
  image?: string | undefined;
}

/** The structured data (schema.org) of a story or media release. */
export function ArticleStructuredData({
  title,
  description,
  url,
  publicationDate,
  authors = [],
  image,
}: ArticleStructuredDataProps) {
  const origin = useOrigin();
  return (
    <StructuredData
      data={{
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        headline: title,
        description: description ?? undefined,
        url,
        datePublished: publicationDate,
        author: authors.map((name) => ({ "@type": "Person", name })),
        image: image && new URL(image, origin).href,
      }}
    />
  );
}
