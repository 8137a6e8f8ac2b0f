import { once } from "node:events";
import { createServer } from "node:http";
import { createGatewayRuntime } from "@graphql-hive/gateway-runtime";
import { gatewayConfig } from "./gateway.config.js";

/** Serves a supergraph with a Hive Gateway: its URL, and the function that stops it. */
export async function serveGateway(supergraph) {
  const gateway = createGatewayRuntime({ ...gatewayConfig, supergraph });
  const server = createServer(gateway);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}/graphql`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await gateway[Symbol.asyncDispose]();
    },
  };
}
