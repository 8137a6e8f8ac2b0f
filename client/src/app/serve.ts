// An import of a module reads all of its exports, and one of `node:http` loads the code of `fetch`: 90 ms of CPU time
// when the process starts.
const { createServer } = process.getBuiltinModule("node:http");

/** An error with a status other than 500. */
export class RefusedError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Answers the requests of `edge/render` in Go on the socket of this process. An error is an answer with its status. */
export function serve(answer: (url: URL, body: Buffer) => Promise<string | Uint8Array>): void {
  const server = createServer((request, response) => {
    if (request.url === "/ready") {
      response.end("ok");
      return;
    }
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      void answer(new URL(request.url ?? "/", "http://renderer"), Buffer.concat(chunks))
        .catch((error: unknown) => {
          response.statusCode = error instanceof RefusedError ? error.status : 500;
          return error instanceof Error ? (error.stack ?? error.message) : String(error);
        })
        .then((body) => response.end(body));
    });
  });
  server.keepAliveTimeout = 0; // the other side keeps its connections
  server.listen(process.env.STRAND_RENDER_SOCKET);
  // Our standard input closes when the parent process ends: there is nothing left to do.
  process.stdin.resume();
  process.stdin.on("end", () => process.exit(0));
}
