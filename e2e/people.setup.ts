import { test as setup } from "@playwright/test";
import { enter, people, type Role, stateOf } from "./people";

/** Signs each person in once; tests whose subject is not signing in begin with what is kept of it. */
for (const [role, { email, name }] of Object.entries(people))
  setup(`${name} signs in`, async ({ page }) => {
    await enter(page, email, name);
    await page.context().storageState({ path: stateOf(role as Role), indexedDB: true });
  });
