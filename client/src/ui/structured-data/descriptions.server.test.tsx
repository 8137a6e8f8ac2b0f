/** @jest-environment node */

// Rules: PAGE-41.

import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { IntlProvider } from "react-intl";
import { OriginProvider } from "~/lib/url/origin";
import {
  ArticleStructuredData,
  EventStructuredData,
  HomeStructuredData,
  ListStructuredData,
  LocationStructuredData,
  VideoStructuredData,
} from "./descriptions";
import { StructuredDataProvider, StructuredDataStore } from "./StructuredData";

const site = { name: "Komax", homeUrl: "/en/komax", theme: "Komax", searchUrl: "/en/komax/search" };

/** Renders components, and returns their markup and the structured data that they add. */
function describe(content: ReactElement) {
  const store = new StructuredDataStore();
  const html = renderToString(
    <StructuredDataProvider value={store}>
      <IntlProvider locale="en">
        <OriginProvider value="https://strand.example">{content}</OriginProvider>
      </IntlProvider>
    </StructuredDataProvider>,
  );
  const data = store.markup
    .split("</script>")
    .slice(0, -1)
    .map((text) => JSON.parse(text.slice(text.indexOf(">") + 1)) as Record<string, unknown>);
  return { html, data, markup: store.markup };
}

test("describes the company and the search of a site on its home page", () => {
  const { html, data } = describe(<HomeStructuredData site={site} language="en" />);
  expect(html).toBe("");
  expect(data).toMatchObject([
    {
      "@context": "https://schema.org",
      "@type": "Organization",
      name: "Komax",
      url: "https://strand.example/en/komax",
      logo: "https://strand.example/icons/Komax-512.png",
    },
    {
      "@type": "WebSite",
      publisher: { "@id": "https://strand.example/en/komax#organization" },
      potentialAction: {
        target: { urlTemplate: "https://strand.example/en/komax/search?q={search_term_string}" },
        "query-input": "required name=search_term_string",
      },
    },
  ]);
});

test("names the company as the author of an article without one", () => {
  const article = {
    title: "News",
    canonicalUrl: "https://strand.example/en/media/news",
    publicationDate: "2026-11-05T08:00:00Z",
    updatedAt: "2026-11-01T08:00:00Z",
    contentLanguage: { languageTag: "de" },
  };
  const [own] = describe(<ArticleStructuredData article={article} site={site} />).data;
  expect(own).toMatchObject({
    author: { "@type": "Organization", name: "Komax" },
    dateModified: "2026-11-05T08:00:00Z",
    inLanguage: "de",
  });
  const story = {
    ...article,
    storyContacts: [{ name: "Ada", url: "/en/stories/ada" }],
    teaserImage: { source: "/a.webp" },
  };
  const [signed] = describe(<ArticleStructuredData article={story} site={site} />).data;
  expect(signed).toMatchObject({
    author: [{ "@type": "Person", name: "Ada", url: "https://strand.example/en/stories/ada" }],
    publisher: { name: "Komax" },
    image: ["https://strand.example/a.webp"],
  });
});

test("lists pages with absolute URLs, without those that have none", () => {
  const { data } = describe(
    <ListStructuredData
      name="Crimping"
      entries={[
        { name: "A", url: "/en/a" },
        { name: "B", url: null },
        { name: "C", url: "/en/c" },
      ]}
    />,
  );
  expect(data).toMatchObject([
    {
      numberOfItems: 2,
      itemListElement: [
        { position: 1, name: "A", url: "https://strand.example/en/a" },
        { position: 2, name: "C", url: "https://strand.example/en/c" },
      ],
    },
  ]);
  expect(describe(<ListStructuredData name="Nothing" entries={[]} />).data).toEqual([]);
});

test("describes events and offices with their places", () => {
  const event = { title: "Fair", startDate: "2026-11-24", endDate: "2026-11-27" };
  const { data: events } = describe(
    <EventStructuredData
      events={[{ ...event, location: "Munich", link: { url: "/en/productronica" } }, event]}
      site={site}
    />,
  );
  expect(events).toMatchObject([
    {
      "@type": "Event",
      startDate: "2026-11-24",
      endDate: "2026-11-27",
      location: { "@type": "Place", name: "Munich" },
      url: "https://strand.example/en/productronica",
    },
  ]);
  const { data: offices } = describe(
    <LocationStructuredData
      locations={[
        { slug: "dierikon", name: "Dierikon", address: "Street 1\n6036 Dierikon", country: { countryCode: "CH" } },
      ]}
      url="https://strand.example/en/contacts"
      site={site}
    />,
  );
  expect(offices).toMatchObject([
    {
      "@id": "https://strand.example/en/contacts#location-dierikon",
      address: { streetAddress: "Street 1, 6036 Dierikon", addressCountry: "CH" },
      parentOrganization: { name: "Komax" },
    },
  ]);
});

test("leaves out a film without a picture or date, and keeps a text from ending its element", () => {
  const uploadDate = "2026-11-01T00:00:00Z";
  for (const video of [
    { name: "Film", file: "/film.mp4", uploadDate },
    { name: "Film", thumbnail: "/film.webp" },
  ])
    expect(describe(<VideoStructuredData video={video} />).data).toEqual([]);
  const { data, markup } = describe(
    <VideoStructuredData video={{ name: "</script><script>", thumbnail: "/film.webp", duration: 6.4, uploadDate }} />,
  );
  expect(markup.match(/<script/g)).toHaveLength(1);
  expect(data).toMatchObject([{ name: "</script><script>", duration: "PT6S" }]);
});
