import { expect, test } from "@playwright/test";
import { serverAudits } from "graphql-http";

/** The public audit of the GraphQL-over-HTTP specification: its MUST and SHOULD requirements. */
for (const audit of serverAudits({
  url: `http://localhost:${process.env.STRAND_E2E_PORT ?? "8180"}/graphql`,
  fetchFn: fetch,
})) {
  test(`${audit.id} ${audit.name}`, async () => {
    const result = await audit.fn();
    const reason = result.status === "ok" ? "" : `${result.status}: ${result.reason}`;
    if (!audit.name.startsWith("MAY")) expect(reason).toBe("");
  });
}
