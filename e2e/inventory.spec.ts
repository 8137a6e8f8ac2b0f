// Rules: MACH-5, MACH-11, SOFT-2.

import { expect, type Page, test } from "./fixtures";
import { readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { expectUsable, expectUsableAt, journeyWidth, otherWidths, widths } from "./checks";
import { expectFocusShown, openFilters, recordLinks, recordsOf, tabTo } from "./keyboard";
import { openAs, portal, stateOf } from "./testUsers";

const inventory = "/en/mykomax/inventory";

// No other test changes the machines of this user's organization.
test.use({ storageState: stateOf("author") });

/** Fills in the dialog that a button opens, and submits it. */
async function submitDialog(
  page: Page,
  name: string,
  fill: (dialog: ReturnType<Page["getByRole"]>) => Promise<unknown>,
) {
  await page.getByRole("button", { name, exact: true }).click();
  const dialog = page.getByRole("dialog", { name });
  await expect(dialog).toBeVisible();
  await expectUsable(page);
  await fill(dialog);
  await dialog.getByRole("button", { name, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test("a machine is found, renamed, moved, retired and restored; another one is added", async ({ page }) => {
  await page.goto(inventory);
  await expect(page.getByRole("heading", { level: 1, name: "Inventory" })).toBeVisible();
  await expect(recordsOf(page)).toHaveCount(20);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectUsable(page);
  }

  await openFilters(page);
  await page.getByRole("checkbox", { name: "Helia Ingolstadt" }).check();
  await expect(page).toHaveURL(/location=loc-helia-ingolstadt/);
  await page.getByRole("searchbox", { name: "Search" }).fill("k350-70031");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 machine", { exact: true })).toBeVisible();
  // A navigation between portal pages sends one request.
  const requests: string[] = [];
  page.on("request", (request) => {
    // The stream of changes may open meanwhile.
    const isStream = request.headers().accept?.includes("event-stream");
    if (request.url().includes("/graphql") && !isStream) requests.push(request.url());
  });
  await page.getByRole("link", { name: "Kappa 350" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Kappa 350" })).toBeVisible();
  expect(requests).toHaveLength(1);
  await expect(page.getByRole("link", { name: "Operating manual" }).first()).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectUsable(page);
  }

  await submitDialog(page, "Rename", (dialog) => dialog.getByLabel("Name").fill("Line 4"));
  await expect(page.getByRole("heading", { level: 1, name: "Line 4" })).toBeVisible();
  await submitDialog(page, "Move", (dialog) =>
    dialog.getByLabel("Location").selectOption({ label: "Helia Regensburg" }),
  );
  await expect(page.getByText("Helia Regensburg").first()).toBeVisible();
  await submitDialog(page, "Retire", (dialog) =>
    expect(dialog.getByText(/You can restore it at any time/)).toBeVisible(),
  );
  await expect(page.getByText(/^This machine has been retired since/)).toBeVisible();

  await page.goto(`${inventory}/old?q=k350-70031`);
  await expect(page.getByRole("heading", { level: 1, name: "Retired machines" })).toBeVisible();
  await expectUsable(page);
  await page.getByRole("link", { name: "Line 4" }).click();
  await submitDialog(page, "Restore", (dialog) => expect(dialog.getByText(/in use again/)).toBeVisible());
  await expect(page.getByText(/^This machine has been retired since/)).toBeHidden();

  await page.getByRole("button", { name: "Label" }).click();
  await expect(
    page.getByRole("img", { name: /^QR code that leads to http.*mykomax\/inventory\/mach-2002$/ }),
  ).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "Report a problem" }).click();
  await expect(page.getByLabel("Serial number")).toHaveValue("K350-70031");

  await page.goto(inventory);
  await page.getByRole("button", { name: "Add a machine" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a machine" });
  // A machine of another organization has the same response as one that does not exist.
  for (const serial of ["A530-20417", "A530-00000"]) {
    await dialog.getByLabel("Serial number").fill(serial);
    await dialog.getByRole("button", { name: "Add a machine" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(/No machine with this serial number can be added/);
  }
  await dialog.getByLabel("Serial number").fill("k350-99001");
  await dialog.getByRole("button", { name: "Add a machine" }).click();
  await expect(page).toHaveURL(/\/mykomax\/inventory\/mach-/);
  await expect(page.getByText("Serial number K350-99001")).toBeVisible();
});

test("software can be downloaded once its licence is accepted", async ({ page }) => {
  await page.goto(`${inventory}/software`);
  const row = recordsOf(page).filter({ hasText: "Crimp Line Control" });
  await expect(row).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectUsable(page);
  }
  await expect(row.getByText(/^\d+ machines? behind$/)).toBeVisible();
  await row.getByRole("button", { name: "Download Crimp Line Control 8.1.0" }).click();
  const dialog = page.getByRole("dialog", { name: "Licence" });
  await expect(dialog.getByText(/You may install this software/)).toBeVisible();
  const started = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Accept the licence" }).click();
  await started;
  await expect(dialog).toBeHidden();
  await expect(row.getByRole("link", { name: "Download Crimp Line Control 8.1.0" })).toBeFocused();

  // The acceptance is stored.
  await page.reload();
  const link = row.getByRole("link", { name: "Download Crimp Line Control 8.1.0" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const checksum = createHash("sha256")
    .update(await readFile(await download.path()))
    .digest("hex");
  expect(download.suggestedFilename()).toBe("crimp-line-control-8.1.0.zip");

  // The details have the checksum and older versions.
  await row.getByRole("button", { name: "Crimp Line Control" }).first().click();
  const details = page.getByRole("dialog", { name: "Crimp Line Control" });
  await details.getByText("Checksum (SHA-256) Crimp Line Control 8.1.0").click();
  await expect(details.locator("code").first()).toHaveText(checksum);
  await details.getByText("3 older versions Crimp Line Control").click();
  await expect(details.getByRole("heading", { level: 3, name: "Crimp Line Control 7.9.0" })).toBeVisible();
  await expectUsable(page);
});

test("a file is imported completely or without its problems, and the list can be exported", async ({ page }) => {
  await page.goto(inventory);
  await page.getByRole("button", { name: "Import from a file" }).click();
  const dialog = page.getByRole("dialog", { name: "Import from a file" });
  const send = async (text: string) => {
    const file = { name: "machines.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
    await dialog.getByLabel("CSV or Excel file").setInputFiles(file);
    await dialog.getByRole("button", { name: "Check the file" }).click();
  };
  await send("serialNumber;name\nM440-99001;Stripper\nA530-20417;Foreign\n");
  // Whether a serial number can be added is only known when it is.
  await dialog.getByRole("button", { name: "Import the 2 valid lines" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Nothing was added. 1 problem");
  await expect(dialog.getByRole("row")).toHaveText([
    "LineMachineResult",
    /^2M440-99001, Stripper, .*New$/,
    "3No machine with this serial number can be added. (A530-20417)",
  ]);
  await expect(dialog.getByRole("button", { name: "Import the 1 valid line" })).toBeVisible();
  await expectUsable(page);

  // A dropped file replaces the previous one, and can be removed.
  const field = dialog.getByLabel("CSV or Excel file");
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([""], "dropped.csv"));
    return transfer;
  });
  await field.dispatchEvent("drop", { dataTransfer: dropped });
  await expect(dialog.getByRole("alert")).toBeHidden();
  await expect(field).toHaveAccessibleDescription("dropped.csv is empty.");
  await dialog.getByRole("button", { name: "Check the file" }).press("Enter");
  await expect(field).toBeFocused();
  await dialog.getByRole("button", { name: "Remove dropped.csv" }).press("Enter");
  await expect(field).toBeFocused();
  await expect(dialog.getByText("Choose a file", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Check the file" }).press("Enter");
  await expect(field).toHaveAccessibleDescription("Please choose a file.");
  await expectUsableAt(page, otherWidths);
  await send("serialNumber;name\nM440-99001;=Stripper\n");
  await expect(dialog.getByRole("row")).toHaveText(["LineMachineResult", /^2M440-99001, =Stripper, .*New$/]);
  await expectUsable(page);
  await dialog.getByRole("button", { name: "Import the 1 valid line" }).click();
  await expect(dialog.getByText("1 machine was added.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await page.goto(`${inventory}?q=m440-99001`);
  const link = page.getByRole("link", { name: "Export as CSV" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^"M440-99001","'=Stripper",/);
});

test("reports a failure, and tells a user without an inventory whom to contact", async ({ page, browser }) => {
  await page.route(/\/graphql\?/, (route) => route.abort());
  await page.goto(inventory);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await page.unroute(/\/graphql\?/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(recordsOf(page)).toHaveCount(20);
  await page.goto(`${inventory}/mach-1001`); // of another organization
  await expect(page.getByRole("heading", { level: 1, name: "This machine cannot be found" })).toBeVisible();

  const other = await openAs(browser, "newcomer", inventory);
  await expect(other.getByText("This service is not part of your access")).toBeVisible();
});

test("an owner of machines finds a machine and reports a problem with it by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: journeyWidth, height: 900 });
  const press = async (name: string | RegExp, role: "link" | "button" | "checkbox", within = "main", key = "Enter") => {
    await tabTo(page, name, role, within);
    await expectFocusShown(page);
    await page.keyboard.press(key);
  };
  await page.goto(portal);
  await press("Open Inventory", "link");
  await expect(page.getByRole("heading", { level: 1, name: "Inventory" })).toBeVisible();
  await expect(page.locator("#content")).toBeFocused();
  await openFilters(page);
  await press(/^Helia Regensburg/, "checkbox", "main form", "Space");
  await expect(page).toHaveURL(/location=loc-helia-regensburg/);
  await expect(page.getByRole("checkbox", { name: /^Helia Regensburg/ })).toBeFocused();
  await expect(recordsOf(page).filter({ hasNotText: "Helia Regensburg" })).toHaveCount(0);
  const name = (await recordLinks(page).first().innerText()).trim();
  await press(name, "link");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.locator("#content")).toBeFocused();

  await press("Rename", "button");
  const dialog = page.getByRole("dialog", { name: "Rename" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Control+A");
  await page.keyboard.type(`${name} by the gate`);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: `${name} by the gate` })).toBeVisible();
  await expect(page.getByRole("button", { name: "Rename" })).toBeFocused();

  await press("Retire", "button");
  await expect(page.getByRole("dialog", { name: "Retire" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Retire" })).toBeFocused();
  await press("Report a problem", "link");
  await expect(page.getByLabel("Serial number")).not.toHaveValue("");
  await expect(page.locator("#content")).toBeFocused();
});
