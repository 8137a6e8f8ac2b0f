import { test as setup } from "./fixtures";
import { signInAs, testUsers, type Role, stateOf } from "./testUsers";

/** Signs in each user once; tests of other subjects start with the stored session. */
for (const [role, { email, name }] of Object.entries(testUsers))
  setup(`${name} signs in`, async ({ page }) => {
    await signInAs(page, email, name);
    await page.context().storageState({ path: stateOf(role as Role), indexedDB: true });
  });
