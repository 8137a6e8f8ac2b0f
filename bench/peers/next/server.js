import { createServer } from "node:http";
import next from "next";
import { readPages } from "../pages.js";

export async function serve(port) {
  globalThis.pages = readPages();
  const app = next({ dev: false, dir: import.meta.dirname, hostname: "127.0.0.1", port });
  await app.prepare();
  createServer(app.getRequestHandler()).listen(port, "127.0.0.1");
}
