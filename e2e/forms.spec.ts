// Rules: FORM-8, FORM-16, FORM-28, FORM-30, FORM-33, FORM-39, MSG-3.

import { expect, type Page, test } from "./fixtures";
import {
  expectAccessible,
  expectUsable,
  expectUsableAt,
  expectUsableScreen,
  journeyWidth,
  otherWidths,
} from "./checks";
import { writeFile, writeVideo } from "./files";
import { tabTo } from "./keyboard";

const requestPage = "/en/contact/service-request";
const supportPage = "/en/contact/support-request";

/** Fills in a support request. */
async function fillInSupport(page: Page) {
  for (const [label, text] of Object.entries({
    Email: "ada@example.com",
    "First name": "Ada",
    "Last name": "Muster",
    Company: "ACME",
    Product: "Alpha 530",
    "Serial number": "A-1",
    Message: "It hums.",
  }))
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole("combobox", { name: "Country" }).selectOption({ label: "Switzerland" });
}

/** Waits for hydration. */
async function waitForHydration(page: Page) {
  await expect(page.locator("form[method=post]:not([novalidate])")).toBeVisible();
}

/** Fills in a text field after reaching it with the Tab key. */
async function typeInto(page: Page, name: string | RegExp, text: string) {
  await tabTo(page, name, "textbox");
  await page.keyboard.type(text);
}

/** Chooses a list option by its first letters. */
async function chooseOption(page: Page, name: string | RegExp, letters: string) {
  await tabTo(page, name, "combobox");
  await page.keyboard.type(letters);
}

test("a customer sends a request with a video over an interrupted connection by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: journeyWidth, height: 800 });
  await page.goto(requestPage);
  await waitForHydration(page);
  await expectUsable(page);

  // Nothing is filled in: each field shows its message, and the first one has the focus.
  await tabTo(page, "Send request", "button");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Please enter your first name")).toBeVisible();
  await expect(page.getByText("Please select a requested service")).toBeVisible();
  await expect(page.getByLabel("First name")).toBeFocused();
  await expectUsable(page);
  await page.keyboard.type("Ada");
  await expect(page.getByText("Please enter your first name")).toBeHidden();
  await typeInto(page, "Last name", "Muster");
  await typeInto(page, "Company", "ACME");
  await typeInto(page, "Email", "ada@example");
  await page.keyboard.press("Tab");
  await expect(page.getByText("Please enter your email")).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("End");
  await page.keyboard.type(".com");
  await typeInto(page, "Address", "Weg 1");
  await typeInto(page, "Postcode", "6000");
  await typeInto(page, "City", "Luzern");
  await typeInto(page, "State or region", "LU");
  await chooseOption(page, "Country", "Switz");

  // The typed values survive a reload and a change of language.
  await page.reload();
  await expect(page.getByLabel("Last name")).toHaveValue("Muster");
  await expect(page.getByRole("combobox", { name: "Country" })).toHaveValue("CH");
  await page.goto(requestPage.replace("/en/", "/de/"));
  await expect(page.getByLabel("Vorname")).toHaveValue("Ada");
  await page.goto(requestPage);

  await tabTo(page, "Return the machine to a different address", "checkbox");
  await page.keyboard.press("Space");
  await expect(page.getByRole("group", { name: "Return address" })).toBeVisible();
  await page.keyboard.press("Space");
  await expect(page.getByRole("group", { name: "Return address" })).toBeHidden();

  await typeInto(page, "Machine name", "Alpha 530");
  await typeInto(page, "Serial number", "A-1");
  await chooseOption(page, "Requested service", "Rep");
  await typeInto(page, "Subject", "It hums");
  await typeInto(page, "Description", "Since Monday.");

  // The connection is interrupted in the middle of the video, and is restored a moment later.
  let cut = 0;
  await page.route("**/api/uploads/*", (route) => {
    if (route.request().method() === "PATCH" && route.request().headers()["upload-offset"] !== "0" && cut++ === 0)
      return route.abort("connectionreset");
    return route.continue();
  });
  await page.getByLabel(/^Pictures and videos/).setInputFiles([writeVideo(), writeFile("notes.txt", "words")]);
  await expect(page.getByText("notes.txt is neither a picture nor a video.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "hum.mp4" })).toContainText("Uploaded");
  expect(cut).toBeGreaterThan(0);

  await tabTo(page, "Send request", "button");
  await page.keyboard.press("Enter");
  const thanks = page.getByRole("heading", { name: "Thank you, we have your request" });
  await expect(thanks).toBeFocused();
  await expect(page.getByText(/Your reference is SR-/)).toBeVisible();
  await expectUsable(page);
  await expectUsableAt(page, otherWidths);
  await page.reload();
  await expect(page.getByLabel("Last name")).toHaveValue("");
});

for (const path of [requestPage, supportPage, "/en/solutions/crimping/whitepaper"])
  test(`${path} has no horizontal overflow and no axe violations`, ({ page }) => expectUsableScreen(page, path));

test("form errors are usable at every width", async ({ page }) => {
  await page.goto(requestPage);
  await waitForHydration(page);
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("Please enter your first name")).toBeVisible();
  await expectUsableAt(page, otherWidths);
});

test("refuses a file whose content does not match its type, and cancels a pending upload", async ({ page }) => {
  await page.goto(requestPage);
  await waitForHydration(page);
  const files = page.getByLabel(/^Pictures and videos/);
  await files.setInputFiles({ name: "holiday.jpg", mimeType: "image/jpeg", buffer: Buffer.from("MZ a program") });
  await expect(page.getByText("holiday.jpg is neither a picture nor a video.")).toBeVisible();

  // Prevents the upload from completing before it is cancelled.
  let releaseUpload = () => {};
  const uploadReleased = new Promise<void>((resolve) => (releaseUpload = resolve));
  await page.route("**/api/uploads/*", async (route) => {
    if (route.request().method() === "PATCH") await uploadReleased;
    await route.continue().catch(() => undefined);
  });
  await files.setInputFiles(writeVideo());
  await expect(page.getByRole("progressbar", { name: "Uploading hum.mp4" })).toBeVisible();
  await page.getByRole("button", { name: "Send request" }).focus();
  await page.getByRole("button", { name: "Cancel the upload of hum.mp4" }).click();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  releaseUpload();
});

test("keeps a request that does not reach the server, and creates one submission on a retry", async ({ page }) => {
  await page.goto(supportPage);
  await fillInSupport(page);
  const keys: string[] = [];
  await page.route("**/graphql", (route) => {
    const input = (route.request().postDataJSON() as { variables: { input: { idempotencyKey: string } } }).variables;
    keys.push(input.input.idempotencyKey);
    return keys.length === 1 ? route.abort("connectionreset") : route.continue();
  });
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(
    page.getByText("Something went wrong. Please verify your input is correct and try again later."),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Message")).toHaveValue("It hums.");
  await page.getByRole("button", { name: "Send request" }).dblclick();
  await expect(page.getByText(/Your reference is OSS-/)).toBeVisible();
  expect(new Set(keys).size).toBe(1);
});

test("keeps values that are typed before hydration", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(supportPage, { waitUntil: "commit" });
  const email = page.getByLabel("Email", { exact: true });
  await email.fill("early@example.com");
  release();
  await waitForHydration(page);
  await expect(email).toHaveValue("early@example.com");
  await expect(email).toBeFocused();
  await page.reload();
  await expect(email).toHaveValue("early@example.com");
});

test("offers a whitepaper for download after consent", async ({ page }) => {
  await page.goto("/en/solutions/crimping/whitepaper");
  expect(await page.content()).not.toContain("/images/original/wp-");
  for (const [label, text] of Object.entries({
    "First name": "Ada",
    "Last name": "Muster",
    Email: "ada@example.com",
    Company: "ACME",
  }))
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole("combobox", { name: "Country" }).selectOption({ label: "Switzerland" });
  await page.getByRole("button", { name: "Get the whitepaper" }).click();
  await expect(page.getByText("Please select the checkbox to continue.")).toBeVisible();
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Get the whitepaper" }).click();
  const link = page.getByRole("link", { name: /^Download PDF/ });
  const file = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(file.headers()["content-type"]).toBe("application/pdf");
});

test("sends feedback on a story only once", async ({ page }) => {
  let sent = 0;
  await page.route("**/graphql", (route) => {
    sent++;
    return route.continue();
  });
  await page.goto("/en/stories/night-shift-in-nagoya");
  await expect(page.getByLabel(/What could be better/)).toBeHidden();
  await page.getByRole("button", { name: "No", exact: true }).click();
  await page.getByLabel(/What could be better/).fill("More about the bonsai.");
  await page.getByRole("button", { name: "Send", exact: true }).dblclick();
  await expect(page.getByText("Thank you for telling us.")).toBeVisible();
  expect(sent).toBe(1);
  await page.reload();
  await expect(page.getByText("Thank you for telling us.")).toBeVisible();
});

test("sends feedback on a product without JavaScript", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/en/products/crimping/double-sided/alpha-530");
  await page.getByLabel(/What could be better/).fill("The weight.");
  await page.getByRole("button", { name: "No", exact: true }).click();
  await expect(page.getByText("Thank you for telling us.")).toBeVisible();
  await context.close();
});

test("accepts a form that is submitted before hydration", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.js", async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.goto(supportPage, { waitUntil: "commit" });
  await fillInSupport(page);
  await page.getByLabel("Serial number").fill("");
  await page.getByRole("button", { name: "Send request" }).click({ noWaitAfter: true });
  const summary = page.getByRole("alert").filter({ hasText: "Your request has not been sent" });
  await expect(summary.getByRole("link", { name: "Please enter the serial number of your product" })).toBeVisible();
  // Axe is a script itself: this is the page without the app's scripts.
  await expectAccessible(page);
  // The scripts arrive: the typed values stay, and the script submits the rest.
  release();
  await expect(page.locator("form[novalidate]")).toHaveCount(0);
  await expect(page.getByLabel("Message")).toHaveValue("It hums.");
  await page.getByLabel("Serial number").fill("A-2");
  await expect(summary).toHaveCount(0);
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText(/Your reference is OSS-/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Message")).toHaveValue("");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const width of [360, 1440]) {
    test(`sends a service request with a picture after correcting the errors, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(requestPage);
      for (const [label, text] of Object.entries({
        "First name": "Ada",
        "Last name": "Muster",
        Email: "ada@example",
        Company: "ACME",
        Address: "Weg 1",
        Postcode: "6000",
        City: "Luzern",
        "State or region": "LU",
        "Machine name": "Alpha 530",
        "Serial number": `A-${width}`,
        Subject: "It hums",
        Description: "Since Monday.\nEvery morning.",
      }))
        await page.getByRole("textbox", { name: label, exact: true }).fill(text);
      await page.getByRole("combobox", { name: "Country" }).selectOption({ label: "Switzerland" });
      // A field that depends on a checkbox is shown once it is checked.
      await expect(page.getByLabel("Case ID")).toBeHidden();
      await page.getByRole("checkbox", { name: "This request refers to an existing case" }).check();
      await expect(page.getByLabel("Case ID")).toBeVisible();
      const picture = Buffer.concat([
        Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
        Buffer.alloc(5000, width),
      ]);
      await page.getByLabel(/^Pictures and videos/).setInputFiles([
        { name: "hum.png", mimeType: "image/png", buffer: picture },
        { name: "holiday.jpg", mimeType: "image/jpeg", buffer: Buffer.from("MZ a program") },
      ]);
      const answer = page.waitForResponse((response) => response.request().method() === "POST");
      await page.getByRole("button", { name: "Send request" }).click();
      expect((await answer).status()).toBe(422);

      const summary = page.getByRole("alert").filter({ hasText: "Your request has not been sent" });
      await expect(summary).toBeFocused();
      await expect(summary.getByRole("listitem")).toHaveText([
        "Please enter your email",
        "Please select a requested service",
        "Please enter the case ID",
        "holiday.jpg is neither a picture nor a video.",
      ]);
      await expect(page.getByLabel("Description")).toHaveValue("Since Monday.\nEvery morning.");
      await expect(page.getByRole("combobox", { name: "Country" })).toHaveValue("CH");
      await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Please enter your email");
      await expect(page.getByRole("checkbox", { name: "Keep hum.png" })).toBeChecked();
      await summary.getByRole("link", { name: "Please enter the case ID" }).click();
      await expect(page.getByLabel("Case ID")).toBeFocused();
      await page.getByLabel("Case ID").fill("C-1");
      await page.getByLabel("Email").fill("ada@example.com");
      await page.getByLabel("Requested service").selectOption({ label: "Repair" });
      await page.getByRole("button", { name: "Send request" }).click();

      const thanks = page.getByRole("heading", { name: "Thank you, we have your request" });
      await expect(thanks).toBeFocused();
      await expect(page.getByText(/Your reference is SR-/)).toBeVisible();
      await expect(page).toHaveURL(/\?sent=SR-/);
      const reference = await page.getByText(/Your reference is SR-/).textContent();
      await page.reload();
      await expect(page.getByText(reference ?? "")).toBeVisible();
      await page.getByRole("link", { name: "Send another request" }).click();
      await expect(page).toHaveURL(requestPage);
      await expect(page.getByLabel("Last name")).toHaveValue("");
    });
  }

  test("offers a whitepaper for download after consent", async ({ page }) => {
    await page.goto("/en/solutions/crimping/whitepaper");
    for (const [label, text] of Object.entries({
      "First name": "Ada",
      "Last name": "Muster",
      Email: "ada@example.com",
      Company: "ACME",
    }))
      await page.getByRole("textbox", { name: label, exact: true }).fill(text);
    await page.getByRole("combobox", { name: "Country" }).selectOption({ label: "Switzerland" });
    await page.getByRole("button", { name: "Get the whitepaper" }).click();
    const consent = page.getByRole("checkbox");
    await expect(consent).toHaveAccessibleDescription("Please select the checkbox to continue.");
    expect(await page.content()).not.toContain("/images/original/wp-");
    await consent.check();
    await page.getByRole("button", { name: "Get the whitepaper" }).click();
    const link = page.getByRole("link", { name: /^Download PDF/ });
    const file = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(file.headers()["content-type"]).toBe("application/pdf");
  });
});
