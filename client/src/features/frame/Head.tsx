export interface HeadProps {
  siteName: string;
  page: {
    title: string;
    description?: string | null;
    canonicalUrl?: string | null;
    alternateVersions: readonly { hreflang: string; url: string }[];
  };
}

/** What search engines and previews read of a page. React puts it into the document's head. */
export function Head({ siteName, page }: HeadProps) {
  return (
    <>
      <title>{`${page.title} – ${siteName}`}</title>
      {page.description && <meta name="description" content={page.description} />}
      {page.canonicalUrl && <link rel="canonical" href={page.canonicalUrl} />}
      {page.alternateVersions.map((v) => (
        <link key={v.hreflang} rel="alternate" hrefLang={v.hreflang} href={v.url} />
      ))}
      <meta property="og:title" content={page.title} />
      <meta property="og:site_name" content={siteName} />
      {page.canonicalUrl && <meta property="og:url" content={page.canonicalUrl} />}
    </>
  );
}
