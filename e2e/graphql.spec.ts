import { expect, test } from "@playwright/test";
import { serverAudits } from "graphql-http";

/** The public audit of the GraphQL-over-HTTP specification: its MUST and SHOULD requirements. */
const audits = serverAudits({
  url: `http://localhost:${String(process.env.STRAND_E2E_PORT)}/graphql`,
  fetchFn: fetch,
}).filter(({ name }) => !name.startsWith("MAY"));

for (const audit of audits) {
  test(`${audit.id} ${audit.name}`, async () => {
    const result = await audit.fn();
    const reason = result.status === "ok" ? "" : `${result.status}: ${result.reason}`;
    expect(reason).toBe("");
  });
}
