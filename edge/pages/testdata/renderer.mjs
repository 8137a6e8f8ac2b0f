// A renderer of documents with a title only.
import { createServer } from "node:http";

const head = '<title>A – Group</title><meta property="og:title" content="A">';

createServer((request, response) => {
  request.resume().on("end", () => {
    response.end(request.url === "/ready" ? "ok" : `${JSON.stringify({ head, modules: [] })}\n<p>A</p>`);
  });
}).listen(process.env.STRAND_RENDER_SOCKET);
process.stdin.resume().on("end", () => process.exit(0));
