import { defineConfig } from "@playwright/test";
import { freePort } from "./server";

// The processes of the tests read this file too, and inherit the port.
const port = (process.env.STRAND_E2E_PORT ??= String(await freePort()));

/** Journeys against the running server, in an installed Chromium (see chromium.sh). */
export default defineConfig({
  testDir: ".",
  outputDir: "results",
  workers: 2,
  // Each test has its own data (e2e/testUsers.ts), and none depends on another.
  fullyParallel: true,
  projects: [
    { name: "users", testMatch: "testUsers.setup.ts" },
    { name: "journeys", dependencies: ["users"] },
  ],
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    // A new context per test starts a process and compiles all scripts anew: the home page with axe takes 2.1 s of
    // processor time in place of 1.2 s.
    reuseContext: true,
    baseURL: `http://localhost:${port}`,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Otherwise each context starts two processes: one for its blank page and one for its first document.
        "--renderer-process-limit=1",
      ],
    },
    locale: "en",
    // The cookie notice was dismissed: it would cover buttons.
    storageState: {
      cookies: [
        {
          name: "strand-cookies-seen",
          value: "true",
          domain: "localhost",
          path: "/",
          expires: -1,
          httpOnly: false,
          secure: false,
          sameSite: "Lax",
        },
      ],
      origins: [],
    },
    // Recording every test takes 40 % of the time: STRAND_E2E_TRACE=1 keeps traces of failed tests.
    trace: process.env.STRAND_E2E_TRACE ? "retain-on-failure" : "off",
  },
  webServer: {
    command: "bin/strand-demo",
    cwd: "..",
    url: `http://localhost:${port}/readyz`,
    reuseExistingServer: false,
    env: {
      STRAND_ADDR: `:${port}`,
      STRAND_ADMIN_ADDR: "127.0.0.1:0",
      STRAND_EMBEDDED_CMS_ADDR: "127.0.0.1:0",
      STRAND_EMBEDDED_PIM_ADDR: "127.0.0.1:0",
      STRAND_EMBEDDED_SIS_ADDR: "127.0.0.1:0",
      STRAND_EMBEDDED_IDENTITY_ADDR: "localhost:0",
      STRAND_DATA_DIR: "e2e/results/data",
      STRAND_LOG_LEVEL: "warn",
    },
  },
});
