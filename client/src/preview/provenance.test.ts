import type { Provenance } from "~/lib/preview/provenance";
import { provenancesOf, findShownValue, indexValues } from "./provenance";

const of = (record: string, field: string, instanceId?: string): Provenance => ({
  system: "cms",
  type: "Page",
  record,
  field,
  ...(instanceId && { components: [{ fieldApiId: "modules", instanceId }] }),
});

const data = {
  siteAt: { name: "Group", header: [{ title: "About" }] },
  resolve: {
    page: {
      title: "About",
      image: { source: "/images/stretched/1180/hall-1a.png" },
      modules: [
        { html: "<p>First <b>bold</b> words.</p><ul><li>A point</li></ul>" },
        {
          items: [
            { title: "Speed", text: "Same" },
            { title: "Care", text: "Same" },
          ],
        },
        { title: "Speed" },
      ],
    },
  },
};
const provenances = {
  "siteAt.header.0.title": of("header", "title"),
  "resolve.page.title": of("about", "title"),
  "resolve.page.image.source": of("about", "image"),
  "resolve.page.modules.0.html": of("about", "content", "m-1"),
  "resolve.page.modules.1.items.0.title": of("about", "items[0].title", "m-2"),
  "resolve.page.modules.1.items.0.text": of("about", "items[0].text", "m-2"),
  "resolve.page.modules.1.items.1.title": of("about", "items[1].title", "m-2"),
  "resolve.page.modules.1.items.1.text": of("about", "items[1].text", "m-2"),
  "resolve.page.modules.2.title": of("about", "title", "m-3"),
};

const markup = `
  <header><a id="menu">About</a></header>
  <main>
    <h1 id="title">About</h1>
    <picture><img id="picture" src="/images/stretched/590/hall-1a.webp" alt=""></picture>
    <p id="text">First <b id="bold">bold</b> words.</p><ul><li id="point">A&shy; point</li></ul>
    <ul><li><h3 id="speed">Speed</h3><p id="same-1">Same</p></li><li><h3>Care</h3><p id="same-2">Same</p></li></ul>
    <section id="m-3"><h2 id="heading">Speed</h2></section>
    <p id="unknown">Elsewhere</p>
  </main>`;

test.each([
  ["menu", "header title"],
  ["title", "about title"],
  ["picture", "about image"],
  ["text", "about content"],
  ["bold", "about content"],
  ["point", "about content"],
  ["speed", "about items[0].title"],
  ["same-1", "about items[0].text"],
  ["same-2", "about items[1].text"],
  ["heading", "about title"],
  ["unknown", undefined],
])("finds that the element %s shows %s", (id, expected) => {
  document.body.innerHTML = `<div id="strand">${markup}</div>`;
  const target = document.getElementById(id);
  const shown = target && findShownValue(target, indexValues(data, provenances));
  expect(shown && `${shown.provenance.record} ${shown.provenance.field}`).toBe(expected);
});

test("resolves table values to their source with their own field and URL", () => {
  const page = { system: "cms", type: "Page", record: "about", editUrl: "cms/about/en.md:" };
  expect(
    provenancesOf({
      sources: [page, { system: "strand" }],
      objects: [
        [
          "resolve.page",
          [
            ["title", 0, "title", "2"],
            ["canonicalUrl", 1, "Page.canonicalUrl", ""],
          ],
        ],
        ["", [["name", 0, "slug", "12"]]],
      ],
    }),
  ).toEqual({
    "resolve.page.title": { ...page, field: "title", editUrl: "cms/about/en.md:2" },
    "resolve.page.canonicalUrl": { system: "strand", field: "Page.canonicalUrl", editUrl: "" },
    name: { ...page, field: "slug", editUrl: "cms/about/en.md:12" },
  });
  expect(provenancesOf(undefined)).toEqual({});
});
