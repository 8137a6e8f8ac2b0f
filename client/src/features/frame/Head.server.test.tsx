/** @jest-environment node */
import { renderToString } from "react-dom/server";
import { Head } from "./Head";

test("crawlers find the page in other languages", () => {
  const html = renderToString(
    <Head
      siteName="Strand"
      locale="en"
      page={{ title: "About us", alternateVersions: [{ hreflang: "de", url: "https://strand.example/de/about" }] }}
    />,
  );
  expect(html).toContain('<link rel="alternate" hrefLang="de" href="https://strand.example/de/about"/>');
});
