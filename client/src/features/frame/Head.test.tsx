import { render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { Head } from "./Head";

const head = (title: string) => (
  <MemoryRouter>
    <Head siteName="Strand" locale="en" page={{ title, alternateVersions: [] }} />
  </MemoryRouter>
);

const alternates = () => document.head.querySelectorAll("link[rel=alternate][hreflang]").length;

test("removes the document's alternate links after a navigation to another page", () => {
  document.head.innerHTML = `
    <link rel="alternate" hreflang="de" href="/de/about">
    <link rel="alternate" type="application/atom+xml" href="/en/feed">`;
  const { rerender } = render(head("About us"));
  rerender(head("About us"));
  expect(alternates()).toBe(1);
  rerender(head("Contact"));
  expect(alternates()).toBe(0);
  expect(document.head.querySelectorAll("link[rel=alternate]")).toHaveLength(1);
});
