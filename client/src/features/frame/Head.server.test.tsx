/** @jest-environment node */
import { renderToString } from "react-dom/server";
import { Head } from "./Head";

test("renders alternate links to other languages for crawlers", () => {
  const html = renderToString(
    <Head
      siteName="Strand"
      locale="en"
      page={{ title: "About us", alternateVersions: [{ hreflang: "de", url: "https://strand.example/de/about" }] }}
    />,
  );
  expect(html).toContain('<link rel="alternate" hrefLang="de" href="https://strand.example/de/about"/>');
});
