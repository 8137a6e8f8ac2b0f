// Rules: ACC-7, PORT-22, USER-53.

import { expectUsable, expectUsableAt } from "./checks";
import { expect, test } from "./fixtures";
import { register } from "./registration";
import { issuerOrigin, signInAs } from "./testUsers";

test("a new person asks for a company, and is accepted from the link of the mail", async ({ page, browser }) => {
  const email = await register(page, "Nordkabel Systeme");
  const card = page.getByRole("region", { name: "Your company" });
  await expect(card.getByLabel("Company")).toHaveValue("Nordkabel Systeme");
  await expectUsableAt(page, [360, 1440]);
  const learning = page.getByRole("listitem").filter({ hasText: "Learning" });
  await learning.getByRole("button", { name: "Ask for access" }).click();
  await expect(card.getByRole("heading")).toBeFocused();
  await card.getByRole("button", { name: "Ask for access" }).click();
  await expect(card.getByText("Your request was sent.")).toBeVisible();
  await expect(card).toContainText("Asked on");
  await expectUsableAt(page, [360, 1440]);

  await card.getByRole("button", { name: "Withdraw the request" }).click();
  await expect(card.getByText("Your request was withdrawn.")).toBeVisible();
  await card.getByRole("button", { name: "Ask for access" }).click();
  await expect(card).toContainText("Asked on");

  const admin = await (await browser.newContext()).newPage();
  await signInAs(admin, "admin@example.com", "Adele");
  await admin.goto(`${await issuerOrigin(page)}/am/XUI/mail`);
  const mail = admin.locator("article").filter({ hasText: "Ada Beispiel asks to join" }).filter({ hasText: email });
  await mail.first().getByRole("link").click();
  const request = admin.getByRole("listitem").filter({ hasText: email });
  await expect(request).toContainText("Company: Nordkabel Systeme");
  await expectUsableAt(admin, [360, 1440]);
  await request.getByRole("button", { name: "Accept" }).click();
  const dialog = admin.getByRole("dialog", { name: "Accept Ada Beispiel" });
  await dialog.getByLabel("Service tickets").check();
  await expectUsable(admin);
  await dialog.getByRole("button", { name: "Accept" }).click();
  await expect(admin.getByText("Ada Beispiel is a member now")).toBeVisible();
  await expect(request.getByText("Company: Nordkabel Systeme")).toBeHidden();

  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Hello Ada" })).toBeVisible();
  await expect(card).toBeHidden();
  const tickets = page.getByRole("listitem").filter({ hasText: "Service tickets" });
  await expect(tickets.getByRole("link", { name: "Open Service tickets" })).toBeVisible();
});
