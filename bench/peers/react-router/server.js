import { createServer } from "node:http";
import { createRequestListener } from "@react-router/node";
import { readPages } from "../pages.js";

export async function serve(port) {
  globalThis.pages = readPages();
  const build = await import("./build/server/index.js");
  createServer(createRequestListener({ build, mode: "production" })).listen(port, "127.0.0.1");
}
