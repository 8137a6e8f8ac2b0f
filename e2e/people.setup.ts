import { test as setup } from "@playwright/test";
import { enter, people, type Role, stateOf } from "./people";

/** Signs in each user once; tests of other subjects start with the stored session. */
for (const [role, { email, name }] of Object.entries(people))
  setup(`${name} signs in`, async ({ page }) => {
    await enter(page, email, name);
    await page.context().storageState({ path: stateOf(role as Role), indexedDB: true });
  });
