import { useEffect } from "react";
import { useLocation } from "react-router";
import { useOrigin } from "~/lib/url/origin";
import { metaDescription } from "./metaDescription";

/** What only crawlers and link previews read of a document's head: it describes the page of the document. */
const describing =
  "link[rel=alternate][hreflang], link[rel=alternate][type='application/atom+xml'], meta[name=description], " +
  "meta[property^='og:'], meta[name^='twitter:'], script[type='application/ld+json']";

function removeDescribing() {
  for (const element of document.head.querySelectorAll(describing)) element.remove();
}

export interface HeadProps {
  siteName: string;
  /** The brand of the page's subject, if it is another one than the site's. */
  brand?: string | null | undefined;
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
  /** Texts of the page that extend a short description. */
  texts?: readonly (string | null | undefined)[];
  /** The Atom feed of what the page lists. */
  feedUrl?: string | undefined;
  /** The picture of link previews. */
  image?: string | undefined;
  /** The kind of content in the terms of Open Graph. */
  type?: "website" | "article" | "product";
}

/** The metadata of a page. React moves it into the document's head. */
export function Head(props: HeadProps) {
  const { siteName, brand, page } = props;
  const subject = page.canonicalUrl ?? page.title;
  useEffect(() => removeDescribing, [subject]);
  return (
    <>
      <title>{page.title === siteName ? siteName : `${page.title} – ${brand ?? siteName}`}</title>
      {page.isHidden && <meta name="robots" content="noindex" />}
      {page.canonicalUrl && <link rel="canonical" href={page.canonicalUrl} />}
      {/* Crawlers read documents only: browsers do not load this code, nor all of its data
          (`edge/pages/sitedata.go`). */}
      {import.meta.env.SSR && <Preview {...props} />}
    </>
  );
}

/** The picture that the server draws for link previews of a page (PAGE-40, `edge/cards`); undefined for none. */
function cardOf({ canonicalUrl, isHidden }: Pick<HeadProps["page"], "canonicalUrl" | "isHidden">) {
  return canonicalUrl && !isHidden
    ? `${canonicalUrl.replace(/[?#].*$/, "").replace(/\/$/, "")}/preview-picture.jpg`
    : undefined;
}

/** The metadata for search engines and link previews. */
export function Preview({ siteName, locale, page, texts = [], feedUrl, image, type = "website" }: HeadProps) {
  const origin = useOrigin();
  const { pathname } = useLocation();
  const description = metaDescription([page.description, ...texts]);
  // A URL that is not canonical belongs to no group of alternates: no version links back to it.
  const isCanonical = page.canonicalUrl && new URL(page.canonicalUrl, origin).href === new URL(pathname, origin).href;
  const card = cardOf(page);
  return (
    <>
      {description && <meta name="description" content={description} />}
      {feedUrl && <link rel="alternate" type="application/atom+xml" href={feedUrl} title={page.title} />}
      {isCanonical &&
        page.alternateVersions.map((v) => <link key={v.hreflang} rel="alternate" hrefLang={v.hreflang} href={v.url} />)}
      <meta property="og:type" content={type} />
      <meta property="og:title" content={page.title} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:locale" content={locale} />
      {description && <meta property="og:description" content={description} />}
      {page.canonicalUrl && <meta property="og:url" content={page.canonicalUrl} />}
      {card && (
        <>
          <meta property="og:image" content={card} />
          <meta property="og:image:type" content="image/jpeg" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={page.title} />
        </>
      )}
      {/* The card shows this picture, too (`edge/pages/linkpreview.go`). */}
      {image && <meta property="og:image" content={new URL(image, origin).href} />}
      {image && <meta property="og:image:alt" content={page.title} />}
      <meta name="twitter:card" content={card || image ? "summary_large_image" : "summary"} />
    </>
  );
}
