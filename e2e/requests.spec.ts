// Rules: REQ-1, REQ-4, REQ-5, REQ-8, REQ-9.

import { expectUsable, expectUsableAt, journeyWidth, otherWidths } from "./checks";
import { expect, test } from "./fixtures";
import { tabTo } from "./keyboard";

const product = "/en-ch/products/crimping/alpha-530";

test("a visitor requests a quote from a product page in two steps by keyboard on a phone", async ({ page }) => {
  await page.setViewportSize({ width: journeyWidth, height: 800 });
  await page.goto(product);
  const bar = page.getByRole("navigation", { name: "Requests about Alpha 530" });
  await expect(bar).toBeInViewport();
  await expect(page.getByRole("complementary", { name: "Quick access" })).toBeHidden();
  await expectUsable(page);
  await bar.getByRole("link", { name: "Request a quote" }).focus();
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "Your request", level: 1 })).toBeVisible();
  await expect(page.getByText("Komax Switzerland", { exact: true })).toBeVisible();
  await expect(page.getByRole("radio", { name: "A quote" })).toBeChecked();
  await expect(page.locator("form[method=post]:not([novalidate])")).toBeVisible();
  await expectUsable(page);
  await expectUsableAt(page, otherWidths);
  await page.setViewportSize({ width: journeyWidth, height: 800 });

  // A call needs a telephone number.
  await page.getByRole("radio", { name: "A call" }).check();
  await expect(page.getByLabel("Telephone")).toHaveAttribute("required");
  await page.getByRole("radio", { name: "A quote" }).check();
  await expect(page.getByLabel("Telephone")).not.toHaveAttribute("required");

  // Another country has another office.
  await page.getByRole("combobox", { name: "Country" }).selectOption("DE");
  await expect(page.getByText("Komax Germany", { exact: true })).toBeVisible();

  for (const [label, text] of [
    ["Name", "Ada Muster"],
    ["Company", "ACME"],
    ["Email", "ada.requests@example.com"],
  ] as const) {
    await tabTo(page, label, "textbox");
    await page.keyboard.type(text);
  }
  await tabTo(page, "Send request", "button");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Thank you, we have your request" })).toBeFocused();
  await expect(page.getByText(/Your reference is RQ-/)).toBeVisible();
  await expect(page.getByText("Komax Germany answers within one working day.")).toBeVisible();
  await expect(page.getByText("You receive a confirmation by mail.")).toBeVisible();
  await expectUsable(page);
});

test("the contact panel keeps the product of the page", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(product);
  await page.getByRole("button", { name: "Talk to an expert" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Call me back" }).click();
  await expect(page).toHaveURL(/\/en-ch\/request\?product=alpha-530&what=callBack&country=CH/);
  // The product's page, which has several links with the name, stays until the form has been loaded.
  await expect(page.getByRole("heading", { name: "Your request", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Alpha 530" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "A call" })).toBeChecked();
});

test("a listing links to a request for each of its machines", async ({ page }) => {
  await page.goto("/en-ch/products/crimping");
  await page.getByRole("link", { name: "Request a quote Alpha 530", exact: true }).click();
  await expect(page).toHaveURL(/\/en-ch\/request\?product=alpha-530&what=quote/);
  await expect(page.getByRole("radio", { name: "A quote" })).toBeChecked();
});

test("a comparison links to a request for each of its machines", async ({ page }) => {
  await page.goto("/en-ch?compare=alpha-530,alpha-550");
  const links = page.getByRole("main").getByRole("link", { name: "Request a quote", exact: true });
  await expect(links).toHaveCount(2);
  await links.last().click();
  await expect(page).toHaveURL(/\/en-ch\/request\?product=alpha-550&what=quote/);
});

test("a comparison leads to one request for both machines with wire and samples", async ({ page }) => {
  await page.goto("/en-ch?compare=alpha-530,alpha-550");
  await page.getByRole("link", { name: "Request a quote for these machines" }).click();
  await expect(page).toHaveURL(/\/en-ch\/request\?product=alpha-530.*&product=alpha-550.*&what=quote/);
  const machines = page.getByRole("region", { name: "Your machines" });
  for (const name of ["Alpha 530", "Alpha 550"]) await expect(machines.getByRole("link", { name })).toBeVisible();
  await expect(page.locator("main a[href*=privacy]")).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Address for samples" })).toBeVisible();

  await page.getByLabel("Name").fill("Ada Muster");
  await page.getByLabel("Company").fill("ACME");
  await page.getByLabel("Email").fill("ada.machines@example.com");
  await page.getByLabel("Wire cross-section").fill("thin");
  await page.getByLabel("Terminal or connector").fill("T 12");
  await page.getByLabel("Pieces per year").fill("50,000");
  await page.getByLabel("I will send samples").check();
  const send = page.getByRole("button", { name: "Send request" });
  await send.click();
  await expect(page.getByText(/Please enter a cross-section/).first()).toBeVisible();
  await page.getByLabel("Wire cross-section").fill("0.5 mm²");
  await send.click();
  await expect(page.getByRole("heading", { name: "Thank you, we have your request" })).toBeFocused();
  await expect(page.getByRole("definition")).toHaveText(["0.5 mm²", "T 12", "50,000"]);
  await expect(page.getByText(/Please send your samples with this reference to/)).toBeVisible();
});
