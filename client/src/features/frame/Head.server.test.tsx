/** @jest-environment node */

// Rules: PAGE-31, PAGE-38.

import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { OriginProvider } from "~/lib/url/origin";
import { Preview } from "./Head";

/** Renders the head of a page at a URL whose canonical URL is `/en/about`. */
function headAt(path: string): string {
  const alternateVersions = [
    { hreflang: "en", url: "https://strand.example/en/about" },
    { hreflang: "de", url: "https://strand.example/de/about" },
  ];
  return renderToString(
    <OriginProvider value="https://strand.example">
      <StaticRouter location={path}>
        <Preview
          siteName="Strand"
          locale="zh_CN"
          page={{
            title: "About us",
            description: "Who we are",
            canonicalUrl: "https://strand.example/en/about",
            alternateVersions,
          }}
          texts={["We build machines."]}
          image="/pictures/hall.webp"
          feedUrl="/en/stories/feed.xml"
          type="article"
        />
      </StaticRouter>
    </OriginProvider>,
  );
}

test("renders alternate links to other languages for crawlers", () => {
  const html = headAt("/en/about?page=2");
  expect(html).toContain('<link rel="alternate" hrefLang="de" href="https://strand.example/de/about"/>');
  expect(html).toContain('<meta property="og:locale" content="zh_CN"/>');
});

// Rules: FEED-17.
test("announces the feed of a page", () => {
  expect(headAt("/en/about")).toContain(
    '<link rel="alternate" type="application/atom+xml" href="/en/stories/feed.xml"',
  );
});

// Rules: PAGE-40.
test("describes the picture and the kind of a page for link previews", () => {
  const html = headAt("/en/about");
  expect(html).toContain('<meta property="og:type" content="article"/>');
  expect(html).toContain('<meta property="og:image" content="https://strand.example/en/about/preview-picture.jpg"/>');
  expect(html).toContain('<meta property="og:image:width" content="1200"/>');
  expect(html).toContain('<meta property="og:image" content="https://strand.example/pictures/hall.webp"/>');
  expect(html).toContain('<meta property="og:image:alt" content="About us"/>');
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
});

test("renders no alternate links at a URL that is not canonical", () => {
  const html = headAt("/en-us/about");
  expect(html).not.toContain("hrefLang");
});

test("extends the description of a page by its texts", () => {
  expect(headAt("/en/about")).toContain('<meta name="description" content="Who we are. We build machines."/>');
});
