import { createServer } from "node:http";
import { createRequestListener } from "@react-router/node";
import compression from "compression";
import { prepare } from "../pages.js";

export async function serve(port) {
  prepare();
  const build = await import("./build/server/index.js");
  const answer = createRequestListener({ build, mode: "production" });
  const compress = compression();
  createServer((request, response) => compress(request, response, () => answer(request, response))).listen(
    port,
    "127.0.0.1",
  );
}
