// Rules: CONST-23, PORT-14, TICK-3, TICK-24, TICK-25, TICK-30, TICK-31, TICK-32, TICK-33, TICK-34, TICK-36.

import { expect, type Locator, type Page, test } from "./fixtures";
import { expectUsable, expectUsableAt, expectUsableScreen, journeyWidth, otherWidths } from "./checks";
import { writeVideo } from "./files";
import { tabTo } from "./keyboard";
import { issuerOrigin, logIn, openAs, stateOf, testUsers } from "./testUsers";

const list = "/en/mykomax/tickets/list";
const newTicket = "/en/mykomax/tickets/newticket";
const sample = "/en/mykomax/tickets/sample-0001";

test.use({ storageState: stateOf("author") });

/** A unique subject. */
const uniqueSubject = (subject: string) => `${subject}, ${crypto.randomUUID().slice(0, 8)}`;

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

/** Chooses an option of a long list with the arrow keys: the browser combines typed letters only within a second. */
async function chooseFromList(page: Page, name: string | RegExp, label: string) {
  await tabTo(page, name, "combobox");
  const list = page.getByRole("combobox", { name });
  const chosen = () => list.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label ?? "");
  for (let i = 0; i < 250 && !(await chosen()).startsWith(label); i++) await page.keyboard.press("ArrowDown");
  expect(await chosen()).toContain(label);
}

/** Creates a ticket, ending at its page. */
async function createTicket(page: Page, subject: string) {
  await page.getByLabel("Location").selectOption({ label: "Helia Ingolstadt" });
  await page.getByLabel("Machine concerned").selectOption({ label: "Crimping" });
  await page.getByLabel("Ticket type").selectOption({ label: "Malfunction" });
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Description").fill("Since Monday.");
  await page.getByRole("button", { name: "Create a ticket" }).click();
  await expect(page.getByRole("heading", { level: 1, name: subject })).toBeVisible();
}

/** A valid picture. */
async function makePicture(page: Page): Promise<Buffer> {
  const dataUrl = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 1200;
    canvas.height = 800;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("There is nothing to draw on.");
    context.fillStyle = "#b5651d";
    context.fillRect(200, 200, 800, 400);
    return canvas.toDataURL("image/png");
  });
  return Buffer.from(dataUrl.split(",")[1] ?? "", "base64");
}

test("a customer creates one ticket with a video over an interrupted connection by keyboard", async ({ page }) => {
  const subject = uniqueSubject("It hums");
  await page.setViewportSize({ width: journeyWidth, height: 800 });
  await page.goto(newTicket);
  await expect(page.getByRole("heading", { level: 1, name: "Create a ticket" })).toBeVisible();
  await expect(page.getByText("We reply within 24 hours.")).toBeVisible();
  await expectUsable(page);

  // Nothing is filled in: each field shows its message, and the first one has the focus.
  await tabTo(page, "Create a ticket", "button");
  await page.keyboard.press("Enter");
  for (const message of [
    "Please select a location",
    "Please select the process of the machine concerned",
    "Please select a ticket type",
    "Please enter a subject",
    "Please enter a description",
  ])
    await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByLabel("Location")).toBeFocused();
  await expectUsable(page);

  // The machine fills in its location.
  await chooseFromList(page, /^From your inventory/, "Alpha 530, A530-18220");
  await expect(page.getByLabel("Location")).toHaveValue("loc-helia-ingolstadt");
  await expect(page.getByLabel(/^Serial number/)).toHaveValue("A530-18220");
  await chooseOption(page, /^Machine concerned/, "Cri");
  await chooseOption(page, "Ticket type", "Mal");
  await typeInto(page, "Subject", subject);
  await typeInto(page, "Description", "Since Monday.");

  // The typed values survive a reload.
  await page.reload();
  await expect(page.getByLabel("Description")).toHaveValue("Since Monday.");
  await expect(page.getByLabel("Machine concerned")).toHaveValue("CRIMPING");
  await expect(page.getByLabel("Location")).toHaveValue("loc-helia-ingolstadt");

  // The connection is interrupted in the middle of the video, and is restored a moment later.
  let cut = 0;
  await page.route("**/api/uploads/*", (route) => {
    if (route.request().method() === "PATCH" && route.request().headers()["upload-offset"] !== "0" && cut++ === 0)
      return route.abort("connectionreset");
    return route.continue();
  });
  await page.getByLabel(/^Pictures and videos/).setInputFiles(writeVideo());
  await expect(page.getByRole("listitem").filter({ hasText: "hum.mp4" })).toContainText("Uploaded");
  expect(cut).toBeGreaterThan(0);

  // The server stores the ticket but the response is lost: the retry must not create a second ticket.
  const keys: string[] = [];
  await page.route("**/graphql", async (route) => {
    const { operationName, variables } = route.request().postDataJSON() as {
      operationName: string;
      variables: { input: { idempotencyKey: string } };
    };
    if (operationName !== "CreateTicket") return route.continue();
    keys.push(variables.input.idempotencyKey);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort("connectionreset");
  });
  await tabTo(page, "Create a ticket", "button");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("alert").filter({ hasText: "We are sorry: the ticket could not be created." }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Create a ticket" })).toBeFocused();
  await page.reload();
  await expect(page.getByLabel("Subject")).toHaveValue(subject);
  await expect(page.getByRole("listitem").filter({ hasText: "hum.mp4" })).toContainText("Uploaded");
  await tabTo(page, "Create a ticket", "button");
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: subject })).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  await expect(page.getByRole("status").filter({ hasText: /Ticket T-\d+ was created/ })).toBeVisible();
  await expect(page.getByText(/^Next update by /)).toBeVisible();
  await expect(page.getByText("We reply within 24 hours.")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Download hum.mp4" })).toContainText("12 MB");
  await expectUsable(page);
  await expectUsableAt(page, otherWidths);

  // A reload shows no confirmation, the form is empty, and there is one ticket.
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: subject })).toBeVisible();
  await expect(page.getByText(/was created/)).toHaveCount(0);
  await page.goto(newTicket);
  await expect(page.getByLabel("Subject")).toHaveValue("");
  await page.goto(list);
  await expect(page.getByRole("link", { name: subject })).toHaveCount(1);
});

test("the ticket form is usable at the other widths, empty and with errors", async ({ page }) => {
  await expectUsableScreen(page, newTicket, otherWidths);
  await page.getByRole("button", { name: "Create a ticket" }).click();
  await expect(page.getByText("Please select a location")).toBeVisible();
  await expectUsableAt(page, otherWidths);
});

test("a machine that is down is reported with a photo from home in six taps without scrolling", async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/en/mykomax");
  let taps = 0;
  /** Counts a tap on what is in the window, above the bar at its bottom. */
  const tap = async (target: Locator, act: (target: Locator) => Promise<unknown> = (one) => one.click()) => {
    await expect(target).toBeInViewport({ ratio: 1 });
    const box = await target.boundingBox();
    const bar = await page.getByRole("navigation", { name: "Customer portal" }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    await act(target);
    taps++;
  };
  await tap(page.getByRole("link", { name: "Machine is down" }));
  await tap(page.locator("label[for=ticket-files] ~ span").first(), async () =>
    page
      .getByLabel(/^Photo of the machine/)
      .setInputFiles({ name: "display.png", mimeType: "image/png", buffer: await makePicture(page) }),
  );
  await expect(page.getByRole("listitem").filter({ hasText: "display.png" })).toContainText("Uploaded");
  await tap(page.locator("label").filter({ hasText: /^Yes$/ }));
  // The list of the browser opens, and one of its entries is chosen.
  await tap(page.getByLabel(/^Machine(?! name| concerned)/), (list) => list.selectOption({ index: 1 }));
  taps++;
  await expectUsable(page);
  await tap(page.getByRole("button", { name: "Report it now" }));
  await expect(page.getByRole("status").filter({ hasText: /was created/ })).toBeVisible();
  expect(taps).toBeLessThanOrEqual(6);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole("main").locator("a[href^='tel:']")).toHaveCount(1);
  await expect(page.getByText(/^Next update by /)).toBeVisible();
  await expect(page.getByRole("link", { name: "Download display.png" })).toBeVisible();
  await expectUsable(page);

  // Staff take it over and answer: the answer is unread until the customer opens the ticket.
  const path = new URL(page.url()).pathname;
  const service = await openAs(browser, "internal", path);
  await service.getByRole("button", { name: "Assign to me" }).click();
  await expect(service.getByRole("combobox", { name: "Assigned to" })).toHaveValue("user-internal");
  await expect(page.getByText("Assigned to").locator("xpath=following-sibling::*")).toHaveText("Ines Model");
  await expectUsable(service);
  await page.goto(list);
  await service.getByLabel("Comment", { exact: true }).fill("We are on the way.");
  await service.getByRole("button", { name: "Send comment" }).click();
  await expect(service.getByText("Your comment was sent.")).toBeVisible();
  await page.goto(`${list}?waiting=true`);
  const row = page.getByRole("row").filter({ has: page.locator(`a[href='${path}']`) });
  await expect(row).toContainText("Unread");
  await expectUsable(page);
  const read = page.waitForResponse((response) => response.request().postData()?.includes("MarkTicketRead") ?? false);
  await row.getByRole("link").click();
  await expect(page.getByText("We are on the way.")).toBeVisible();
  await read;
  await page.goto(`${list}?waiting=true`);
  await expect(row).toContainText("Waiting for you");
  await expect(row).not.toContainText("Unread");
});

test("a ticket is answered, commented, closed and reopened, updated live for both users", async ({ page, browser }) => {
  const subject = uniqueSubject("A ticket and its whole life");
  await page.goto(newTicket);
  await createTicket(page, subject);
  const path = new URL(page.url()).pathname;
  const service = await openAs(browser, "internal", path);
  await expect(service.getByRole("heading", { level: 1 })).toHaveText(subject);

  // A reply is shown immediately and does not disturb typing.
  const comment = page.getByLabel("Comment", { exact: true });
  await comment.fill("One more thing: ");
  await comment.press("End");
  await service.getByLabel("Comment", { exact: true }).fill("Which serial number?\nSee https://example.com/plate");
  await service.getByRole("button", { name: "Send comment" }).click();
  await expect(service.getByText("Your comment was sent.")).toBeVisible();
  const reply = page.getByRole("listitem").filter({ hasText: "Which serial number?" });
  await expect(reply).toContainText("Ines Model");
  await expect(reply).toContainText("Service");
  await expect(reply.getByRole("link")).toHaveCount(0);
  await expect(page.getByText("New reply from Ines Model")).toBeAttached();
  await expect(comment).toBeFocused();
  await page.keyboard.type("it smells.");
  await expectUsable(page);

  // A failed comment is back in the form; the retry creates it once.
  let attempts = 0;
  await page.route("**/graphql", (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName: string };
    return operationName === "AddTicketComment" && attempts++ === 0 ? route.abort("connectionreset") : route.continue();
  });
  await page.getByRole("button", { name: "Send comment" }).click();
  await expect(page.getByText("We are sorry: your comment could not be sent.")).toBeVisible();
  await expect(comment).toHaveValue("One more thing: it smells.");
  await page
    .getByLabel(/^Pictures and videos/)
    .setInputFiles({ name: "plate.png", mimeType: "image/png", buffer: await makePicture(page) });
  await expect(page.getByRole("listitem").filter({ hasText: "plate.png" })).toContainText("Uploaded");
  await page.reload();
  await expect(comment).toHaveValue("One more thing: it smells.");
  await page.getByRole("button", { name: "Send comment" }).click();
  await expect(page.getByText("Your comment was sent.")).toBeVisible();
  await expect(comment).toHaveValue("");
  await expect(service.getByText("One more thing: it smells.")).toHaveCount(1);

  // Its picture opens in the lightbox.
  const thumbnail = page.getByRole("link", { name: "Enlarge: plate.png" });
  await expect
    .poll(() => thumbnail.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1200);
  await thumbnail.press("Enter");
  await expect(page.getByRole("dialog", { name: "Enlarged pictures" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Enlarged pictures" })).toHaveCount(0);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download plate.png" }).click();
  expect((await download).suggestedFilename()).toBe("plate.png");

  // The ticket is closed with a reason.
  await page.getByRole("button", { name: "Close ticket" }).click();
  const dialog = page.getByRole("dialog", { name: "Close ticket" });
  await dialog.getByRole("button", { name: "Close ticket" }).click();
  await expect(dialog.getByText("Please select a reason")).toBeVisible();
  await expectUsable(page);
  await dialog.getByRole("radio", { name: "Solved by our service" }).check();
  await dialog.getByLabel(/^Comment/).fill("Thank you.");
  await dialog.getByRole("button", { name: "Close ticket" }).click();
  const closed = page.getByRole("status").filter({ hasText: "Closed on" });
  await expect(closed).toContainText("Solved by our service");
  await expect(closed).toBeFocused();
  await expectUsable(page);
  await expect(service.getByRole("status").filter({ hasText: "Closed on" })).toBeVisible();

  // A comment reopens it.
  await expect(page.getByText("If the problem is not solved, add a comment to reopen the ticket.")).toBeVisible();
  await page.getByRole("button", { name: "Reopen ticket" }).click();
  await expect(page.getByText("Please enter a comment")).toBeVisible();
  await expect(comment).toBeFocused();
  await page.keyboard.type("It hums again.");
  await page.getByRole("button", { name: "Reopen ticket" }).click();
  await expect(page.getByRole("button", { name: "Close ticket" })).toBeVisible();
  await expect(closed).toHaveCount(0);
  await expect(service.getByText("It hums again.")).toBeVisible();
});

test("a ticket of another organization is not found", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(sample);
  await expect(page.getByRole("heading", { level: 1, name: "This ticket cannot be found" })).toBeVisible();
  await expectUsable(page);
  await page.getByRole("link", { name: "All service tickets" }).click();
  await expect(page).toHaveURL(list);
});

test("a user without the service is told whom to contact", async ({ browser }) => {
  const page = await openAs(browser, "newcomer", newTicket);
  await expect(page.getByText("This service is not part of your access")).toBeVisible();
  await page.goto(sample);
  await expect(page.getByText("This service is not part of your access")).toBeVisible();
});

test("polls when no stream can be opened", async ({ page, browser }) => {
  await page.route("**/graphql", (route) =>
    route.request().headers().accept === "text/event-stream" ? route.abort("connectionreset") : route.continue(),
  );
  await page.clock.install();
  await page.goto(newTicket);
  await createTicket(page, uniqueSubject("A ticket behind a proxy"));
  const service = await openAs(browser, "internal", new URL(page.url()).pathname);
  await service.getByLabel("Comment", { exact: true }).fill("Please wait.");
  await service.getByRole("button", { name: "Send comment" }).click();
  await expect(service.getByText("Please wait.")).toBeVisible();
  await page.clock.fastForward("00:20"); // the interval of polling
  await expect(page.getByText("Please wait.")).toBeVisible();
});

test.describe("a reader who is not signed in", () => {
  test.use({ storageState: undefined });

  test("opens the reply by the link of its mail, and switches these mails off", async ({ page, browser }) => {
    const author = await openAs(browser, "author", newTicket);
    await createTicket(author, uniqueSubject("It rattles"));
    const number =
      (await author
        .locator("#content")
        .getByText(/^T-\d{7}$/)
        .textContent()) ?? "";
    const service = await openAs(browser, "internal", new URL(author.url()).pathname);
    await service.getByLabel("Comment", { exact: true }).fill("Is the cover closed?");
    await service.getByRole("button", { name: "Send comment" }).click();
    await expect(service.getByText("Your comment was sent.")).toBeVisible();

    const mailbox = `${await issuerOrigin(author)}/am/XUI/mail`;
    const mail = page.locator("article").filter({ hasText: `[${number}]` });
    await expect(async () => {
      await page.goto(mailbox);
      await expect(mail).toHaveCount(2, { timeout: 1000 });
    }).toPass();
    const answered = mail.filter({ hasText: `${testUsers.author.email} ·` });
    await expect(answered).toContainText(`Ines Model hat im Ticket ${number} geantwortet`);
    await expect(answered).toContainText("Antworten auf diese E-Mail werden nicht gelesen.");
    await expectUsableAt(page, [360, 1440]);
    await answered.getByRole("link").first().click();
    await logIn(page, testUsers.author.email);
    const reply = page.getByRole("listitem").filter({ hasText: "Is the cover closed?" });
    await expect(reply).toBeFocused();
    await expect(reply).toBeInViewport({ ratio: 1 });
    await expectUsable(page);

    await page.goto(mailbox);
    await answered.getByRole("link").last().click();
    const mails = page.getByLabel(/^Mails when other people/);
    await expect(mails).toBeChecked();
    await expect(mails).toBeFocused();
    await expectUsableAt(page, [360, 1440]);
    for (const isOn of [false, true]) {
      await mails.setChecked(isOn);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Saved.")).toBeVisible();
      await page.reload();
      await expect(mails).toBeChecked({ checked: isOn });
    }
  });
});
