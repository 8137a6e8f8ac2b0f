import { defineConfig } from "@graphql-hive/gateway";

/** How a router is connected to this server: by its secret, with the caller's own token (docs/operations.md). */
export const gatewayConfig = defineConfig({
  logging: "error",
  transportEntries: {
    strand: {
      headers: [
        ["x-router-authorization", "{env.STRAND_ROUTER_SECRET}"],
        ["authorization", "{context.headers.authorization}"],
      ],
    },
  },
});
