import { useEffect } from "react";
import { useLocation } from "react-router";
import { useOrigin } from "~/lib/url/origin";

const isServer = typeof document === "undefined";

/** Removes the document's alternate links to other languages. */
function removeAlternates() {
  for (const link of document.head.querySelectorAll("link[rel=alternate][hreflang]")) link.remove();
}

export interface HeadProps {
  siteName: string;
  /** The locale in the form of Open Graph: `de_CH`. */
  locale: string;
  page: {
    title: string;
    description?: string | null;
    canonicalUrl?: string | null;
    alternateVersions: readonly { hreflang: string; url: string }[];
    /** Excludes the page from search engines. */
    isHidden?: boolean;
  };
  /** The picture of link previews. */
  image?: string | undefined;
  /** The kind of content in the terms of Open Graph. */
  type?: "website" | "article" | "product";
}

/** The metadata of a page for search engines and link previews. React moves it into the document's head. */
export function Head({ siteName, locale, page, image, type = "website" }: HeadProps) {
  const origin = useOrigin();
  const { pathname } = useLocation();
  // A URL that is not canonical belongs to no group of alternates: no version links back to it.
  const isCanonical =
    isServer && page.canonicalUrl && new URL(page.canonicalUrl, origin).href === new URL(pathname, origin).href;
  const subject = page.canonicalUrl ?? page.title;
  // The document's alternate links belong to its own page.
  useEffect(() => removeAlternates, [subject]);
  return (
    <>
      <title>{page.title === siteName ? siteName : `${page.title} – ${siteName}`}</title>
      {page.isHidden && <meta name="robots" content="noindex" />}
      {page.description && <meta name="description" content={page.description} />}
      {page.canonicalUrl && <link rel="canonical" href={page.canonicalUrl} />}
      {/* Only crawlers read alternate links, and only in documents; the browser does not have the data
          (`edge/pages/sitedata.go`). */}
      {isCanonical &&
        page.alternateVersions.map((v) => <link key={v.hreflang} rel="alternate" hrefLang={v.hreflang} href={v.url} />)}
      <meta property="og:type" content={type} />
      <meta property="og:title" content={page.title} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:locale" content={locale} />
      {page.description && <meta property="og:description" content={page.description} />}
      {page.canonicalUrl && <meta property="og:url" content={page.canonicalUrl} />}
      {image && <meta property="og:image" content={new URL(image, origin).href} />}
      {image && <meta property="og:image:alt" content={page.title} />}
      <meta name="twitter:card" content={image ? "summary_large_image" : "summary"} />
    </>
  );
}
