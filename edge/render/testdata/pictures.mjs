// A transformer of pictures whose behaviour depends on the picture, which is a text.
import { createServer } from "node:http";

const server = createServer((request, response) => {
  if (request.url === "/ready") {
    response.end("ok");
    return;
  }
  let text = "";
  request.on("data", (chunk) => (text += chunk));
  request.on("end", () => {
    if (text === "crash") process.exit(3);
    if (text !== "hang") response.end(text);
  });
});
server.listen(process.env.STRAND_RENDER_SOCKET);
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
