import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { freePort, start } from "./processes.js";

const program = join(import.meta.dirname, "node_modules", "@graphql-hive", "gateway", "dist", "bin.js");

/**
 * Starts a Hive Gateway as a process with gateway.config.js, and a server from which it reads its supergraph: the
 * gateway's URL, and the functions that publish another supergraph and stop it. It reads the supergraph again every ten
 * seconds, the shortest interval that it allows. A file would be read while it is written, which ends the gateway.
 */
export async function startGateway(supergraph, env) {
  let published = supergraph;
  const registry = createServer((_, response) => response.setHeader("Content-Type", "text/plain").end(published));
  registry.listen(0, "127.0.0.1");
  await once(registry, "listening");
  const source = `http://127.0.0.1:${registry.address().port}/supergraph.graphql`;
  const port = await freePort();
  const options = ["-c", "gateway.config.js", "--host", "127.0.0.1", "--port", String(port)];
  const gateway = await start(process.execPath, [program, "supergraph", source, ...options], {
    cwd: import.meta.dirname,
    url: `http://127.0.0.1:${port}/readiness`,
    env,
  });
  return {
    output: gateway.output,
    url: `http://127.0.0.1:${port}/graphql`,
    publish(next) {
      published = next;
    },
    async stop() {
      registry.close();
      registry.closeAllConnections();
      await gateway.stop();
    },
  };
}
