import { createServer } from "node:http";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { App } from "~/app/App";
import { makeCache, makeServerClient, type ScreenData } from "~/graph/client";
import { startScreens } from "~/app/start";
import { loadMessages } from "~/i18n/load";
import { takeUsed } from "~/ui/lazy/lazy";

/** What the server asks to be rendered; `edge/render` in Go is the other side. */
interface Input extends ScreenData {
  url: string;
  locale: string;
  theme: string;
}

/** React writes what belongs into the head before everything else of a root that is not a document. */
const hoisted = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/;

async function render(input: Input): Promise<{ head: string; body: string; modules: string[] }> {
  const cache = makeCache();
  const url = String(input.variables.url);
  const [messages, screens] = await Promise.all([loadMessages(input.locale, "site"), startScreens(cache, url, input)]);
  takeUsed();
  const html = renderToString(
    <App
      client={makeServerClient(cache)}
      origin={new URL(url).origin}
      locale={input.locale}
      messages={messages}
      screens={screens}
      outage={input.outage}
      form={input.form}
      router={(children) => <StaticRouter location={input.url}>{children}</StaticRouter>}
    />,
  );
  const head = hoisted.exec(html)?.[0] ?? "";
  return { head, body: html.slice(head.length), modules: takeUsed() };
}

/** Renders one request; what goes wrong is an answer, too. */
async function answer(request: string): Promise<string> {
  let result: object;
  try {
    result = await render(JSON.parse(request) as Input);
  } catch (error) {
    result = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  return JSON.stringify({ ...result, memory: process.memoryUsage().rss });
}

const server = createServer((request, response) => {
  if (request.url === "/ready") {
    response.end("ok");
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    void answer(Buffer.concat(chunks).toString("utf8")).then((body) => {
      response.setHeader("content-type", "application/json");
      response.end(body);
    });
  });
});

server.listen(process.env.STRAND_RENDER_SOCKET);
// The parent's end of our standard input closes with it: nobody is left to render for.
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
