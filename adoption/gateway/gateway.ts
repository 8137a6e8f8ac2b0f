/**
 * A gateway that offers the contracts of the PIM and of sis (contract.graphql in upstream/pim and upstream/sis) over
 * the REST API of systems with other names. Copy the folder and change pim.ts and sis.ts, which contain all that is
 * specific to a system.
 *
 *   BACKEND_URL=http://… [BACKEND_TOKEN=…] [HOST=127.0.0.1] [PORT=4400] [CONTRACTS=../../upstream] node gateway.ts
 */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSchema } from "graphql";
import { createHandler } from "graphql-http/lib/use/http";
import { Backend, NotReadyError, RefusedError } from "./backend.ts";
import { pimRoot } from "./pim.ts";
import { sisRoot } from "./sis.ts";

const contracts = process.env.CONTRACTS ?? fileURLToPath(new URL("../../upstream", import.meta.url));
const schemaOf = (system: string) => buildSchema(readFileSync(`${contracts}/${system}/contract.graphql`, "utf8"));

/** Starts the gateway on a port; 0 means any. */
export async function startGateway(
  backend: Backend,
  port: number,
  host = "127.0.0.1",
): Promise<{ origin: string; close: () => void }> {
  const catalogue = pimRoot(backend);
  const pim = createHandler({ schema: schemaOf("pim"), rootValue: catalogue.root });
  const sis = createHandler({ schema: schemaOf("sis"), rootValue: sisRoot(backend) });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://gateway");
    const file = /^\/sis\/files\/([\w-]+)$/.exec(pathname)?.[1];
    if (pathname === "/pim") {
      catalogue.checkReady();
      await pim(request, response);
    } else if (pathname === "/sis") {
      await sis(request, response);
    } else if (pathname === "/refresh" && request.method === "POST") {
      if (await catalogue.refresh()) response.writeHead(204).end();
      else response.writeHead(503, { "Retry-After": "5" }).end();
    } else if (file !== undefined && request.method === "PUT") {
      const headers = { "Content-Type": request.headers["content-type"] ?? "application/octet-stream" };
      const body = await buffer(request);
      const { status } = await backend.send(`/files/${file}`, { method: "PUT", headers, body });
      response.writeHead(status).end();
    } else {
      response.writeHead(404).end();
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!(error instanceof NotReadyError)) console.error(error);
      if (response.headersSent) return void response.destroy();
      // Strand does not send a file again that is refused for ever.
      if (error instanceof RefusedError) return void response.writeHead(error.status).end();
      // While the catalogue is read for the first time, Strand calls again after this pause.
      response.writeHead(503, { "Retry-After": "2" }).end();
    });
  });
  await new Promise<void>((listening) => server.listen(port, host, listening));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : port}`;
  return {
    origin,
    close: () => {
      catalogue.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { BACKEND_URL = "", BACKEND_TOKEN = "", HOST, PORT = "4400" } = process.env;
  if (BACKEND_URL === "") throw new Error("BACKEND_URL is needed.");
  const { origin } = await startGateway(new Backend(BACKEND_URL, BACKEND_TOKEN), Number(PORT), HOST);
  console.log(`STRAND_PIM_URL=${origin}/pim STRAND_SIS_URL=${origin}/sis`);
}
