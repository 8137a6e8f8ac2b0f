/**
 * The configuration of a Hive Gateway in front of this server: the router's secret, with the caller's own access token
 * (docs/operations.md).
 */
export const gatewayConfig = {
  logging: "error",
  transportEntries: {
    strand: {
      headers: [
        ["x-router-authorization", "{env.STRAND_ROUTER_SECRET}"],
        ["authorization", "{context.headers.authorization}"],
      ],
    },
  },
};
