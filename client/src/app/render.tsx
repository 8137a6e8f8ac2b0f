import { createServer } from "node:http";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { App } from "~/app/App";
import { documents } from "~/app/documents";
import { makeCache, makeClient, type ScreenData } from "~/graph/client";

/** What the server asks to be rendered; `edge/render` in Go is the other side. */
interface Input extends ScreenData {
  url: string;
  locale: string;
  theme: string;
}

/** React writes what belongs into the head before everything else of a root that is not a document. */
const hoisted = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/;

function render(input: Input): { head: string; body: string } {
  const cache = makeCache();
  const query = documents[input.operation];
  if (!query) throw new Error(`unknown operation ${input.operation}`);
  cache.writeQuery({ query, variables: input.variables, data: input.data });
  const { origin } = new URL(String(input.variables.url));
  const html = renderToString(
    <App
      client={makeClient(cache, true)}
      origin={origin}
      router={(children) => <StaticRouter location={input.url}>{children}</StaticRouter>}
    />,
  );
  const head = hoisted.exec(html)?.[0] ?? "";
  return { head, body: html.slice(head.length) };
}

const server = createServer((request, response) => {
  if (request.url === "/ready") {
    response.end("ok");
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    let answer: object;
    try {
      answer = render(JSON.parse(Buffer.concat(chunks).toString("utf8")) as Input);
    } catch (error) {
      answer = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ ...answer, memory: process.memoryUsage().rss }));
  });
});

server.listen(process.env.STRAND_RENDER_SOCKET);
// The parent's end of our standard input closes with it: nobody is left to render for.
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
