import { render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { Head } from "./Head";

const head = (title: string, brand?: string) => (
  <MemoryRouter>
    <Head siteName="Strand" brand={brand} locale="en" page={{ title, alternateVersions: [] }} />
  </MemoryRouter>
);

test("removes what describes the page of the document after a navigation to another page", () => {
  document.head.innerHTML = `
    <link rel="alternate" hreflang="de" href="/de/about">
    <link rel="alternate" type="application/atom+xml" href="/en/stories/feed.xml">
    <meta name="description" content="Who we are">
    <meta property="og:title" content="About us">
    <meta name="twitter:card" content="summary">
    <script type="application/ld+json">{}</script>
    <link rel="icon" href="/favicon.ico">`;
  const described = () => document.head.querySelectorAll("[hreflang], [type], meta").length;
  const { rerender } = render(head("About us"));
  rerender(head("About us"));
  expect(described()).toBe(6);
  rerender(head("Contact"));
  expect(described()).toBe(0);
  expect(document.head.querySelectorAll("link[rel=icon]")).toHaveLength(1);
});

// Rules: PAGE-17.
test("names the brand of the subject in the title", () => {
  const { rerender } = render(head("Alpha 530 – Crimping machines", "Komax"));
  expect(document.title).toBe("Alpha 530 – Crimping machines – Komax");
  rerender(head("About us"));
  expect(document.title).toBe("About us – Strand");
});
