import { createServer } from "node:http";
import next from "next";
import { prepare } from "../pages.js";

export async function serve(port) {
  prepare();
  const app = next({ dev: false, dir: import.meta.dirname, hostname: "127.0.0.1", port });
  await app.prepare();
  createServer(app.getRequestHandler()).listen(port, "127.0.0.1");
}
