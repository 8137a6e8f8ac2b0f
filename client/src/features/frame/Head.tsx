import { useEffect } from "react";
import { useOrigin } from "~/lib/origin";

const isServer = typeof document === "undefined";

/** Takes away what the document said of other languages. */
function removeAlternates() {
  for (const link of document.head.querySelectorAll("link[rel=alternate][hreflang]")) link.remove();
}

export interface HeadProps {
  siteName: string;
  /** `de-CH` */
  locale: string;
  page: {
    title: string;
    description?: string | null;
    canonicalUrl?: string | null;
    alternateVersions: readonly { hreflang: string; url: string }[];
    /** Search engines leave it out. */
    isHidden?: boolean;
  };
  /** The picture that previews show. */
  image?: string | undefined;
}

/** What search engines and previews read of a page. React puts it into the document's head. */
export function Head({ siteName, locale, page, image }: HeadProps) {
  const origin = useOrigin();
  const subject = page.canonicalUrl ?? page.title;
  // The document's alternates are those of its own page.
  useEffect(() => removeAlternates, [subject]);
  return (
    <>
      <title>{page.title === siteName ? siteName : `${page.title} – ${siteName}`}</title>
      {page.isHidden && <meta name="robots" content="noindex" />}
      {page.description && <meta name="description" content={page.description} />}
      {page.canonicalUrl && <link rel="canonical" href={page.canonicalUrl} />}
      {/* Crawlers read them in documents; a browser does not even have them (`edge/sitedata.go`). */}
      {isServer &&
        page.alternateVersions.map((v) => <link key={v.hreflang} rel="alternate" hrefLang={v.hreflang} href={v.url} />)}
      <meta property="og:type" content="website" />
      <meta property="og:title" content={page.title} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:locale" content={locale.replace("-", "_")} />
      {page.description && <meta property="og:description" content={page.description} />}
      {page.canonicalUrl && <meta property="og:url" content={page.canonicalUrl} />}
      {image && <meta property="og:image" content={new URL(image, origin).href} />}
    </>
  );
}
