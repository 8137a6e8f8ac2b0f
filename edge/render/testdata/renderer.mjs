// A renderer whose behaviour depends on the path of the URL. It renders its process id.
import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";

const server = createServer((request, response) => {
  if (request.url === "/ready") {
    response.end("ok");
    return;
  }
  let text = "";
  request.on("data", (chunk) => (text += chunk));
  request.on("end", () => {
    const { url, data } = JSON.parse(text);
    const answer = () => {
      response.end(`${JSON.stringify({ head: "<title>t</title>", modules: [] })}\n${process.pid}`);
    };
    switch (url) {
      case "/hang":
        return;
      case "/fail":
        response.statusCode = 500;
        response.end("it failed");
        return;
      case "/crash":
        process.exit(3);
        break;
      case "/crash-once":
        if (!existsSync(data.file)) {
          writeFileSync(data.file, "");
          process.exit(3);
        }
        answer();
        return;
      case "/slow":
        setTimeout(answer, 10);
        return;
      case "/wait": {
        writeFileSync(data.file + ".begun", "");
        const timer = setInterval(() => {
          if (existsSync(data.file)) {
            clearInterval(timer);
            answer();
          }
        }, 5);
        return;
      }
      default:
        answer();
    }
  });
});
server.listen(process.env.STRAND_RENDER_SOCKET);
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
