// Rules: PROV-12.

import { act, fireEvent, screen } from "@testing-library/react";
import type { Provenance } from "~/lib/preview/provenance";
import { Inspector } from "./inspect";
import { indexValues } from "./provenance";

jest.mock("~/i18n/textBundles", () => {
  const { texts } = jest.requireActual<{ texts: object }>("../../test/texts");
  return { loadTexts: () => Promise.resolve(), textsOf: () => texts };
});

const opened = jest.fn();
beforeEach(() => {
  opened.mockReset();
  window.open = opened;
});

/** A page with a title of the CMS, a paragraph of a file, and a link. */
async function inspect() {
  document.body.innerHTML = `<div id="strand"><main>
    <h1>Careers</h1><p>Write to us</p><a href="/en/contact">Contact</a>
  </main></div>`;
  const provenance = (editUrl: string): Provenance => ({ system: "cms", record: "careers", field: "title", editUrl });
  const values = indexValues(
    { title: "Careers", text: "Write to us", link: "Contact" },
    {
      title: provenance("https://cms.example.com/title"),
      text: provenance("pages/careers/en.md:3"),
      link: provenance("https://cms.example.com/link"),
    },
  );
  new Inspector(() => Promise.resolve(values));
  await act(async () => {
    fireEvent.keyDown(document.body, { altKey: true, code: "KeyI" });
    await Promise.resolve();
  });
  await screen.findByText(/^Point at a text or picture/);
}

test("opens the field of a text by a click and by Enter", async () => {
  await inspect();
  const title = screen.getByRole("heading", { name: "Careers" });
  fireEvent.click(title);
  expect(opened.mock.calls).toEqual([["https://cms.example.com/title", "_blank", "noopener"]]);
  expect(await screen.findByRole("link", { name: "Open the field in the CMS (new tab)" })).toHaveAttribute(
    "href",
    "https://cms.example.com/title",
  );

  title.focus();
  fireEvent.keyDown(title, { key: "Enter" });
  expect(opened).toHaveBeenCalledTimes(2);

  // A link opens its field, and not its page.
  expect(fireEvent.click(screen.getByText("Contact"))).toBe(false);
  expect(opened).toHaveBeenLastCalledWith("https://cms.example.com/link", "_blank", "noopener");

  // Nothing is opened for a line of a file, which the card shows.
  fireEvent.click(screen.getByText("Write to us"));
  expect(await screen.findByText("pages/careers/en.md:3")).toBeInTheDocument();
  expect(opened).toHaveBeenCalledTimes(3);
  fireEvent.keyDown(document.body, { key: "Escape" });
  fireEvent.click(title);
  expect(opened).toHaveBeenCalledTimes(3);
});
