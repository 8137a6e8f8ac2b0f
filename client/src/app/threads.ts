import { pathToFileURL } from "node:url";
import { Piscina } from "piscina";
import { RefusedError, serve } from "~/app/serve";

// Runs a module in a pool of threads: its default export answers each request, one at a time per thread, and its export
// `ready` is called first. A thread whose answer takes too long, or whose memory grows too large, ends, and another one
// replaces it. V8 may abort the whole process when the heap of a thread is full (its termination of the thread comes too
// late while the machine is busy); the server then starts another process and sends the requests again.

const [, , worker = ""] = process.argv;
const threads = Number(process.env.STRAND_RENDER_THREADS);
const limit = Number(process.env.STRAND_RENDER_LIMIT);
/** The heap of a thread, in MiB. */
const maxMemory = 512;
/** Its part for new objects, in MiB: with 32, a process has 50 MB more, and renders no faster. */
const maxYoungMemory = 16;

const pool = new Piscina<Uint8Array, Uint8Array>({
  filename: pathToFileURL(worker).href,
  minThreads: 1,
  maxThreads: threads,
  idleTimeout: Infinity,
  resourceLimits: { maxOldGenerationSizeMb: maxMemory, maxYoungGenerationSizeMb: maxYoungMemory },
});

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

async function answer(_: URL, body: Buffer): Promise<Uint8Array> {
  // Bytes are moved between threads; strings would be copied, and encoded by this thread. The memory of a small buffer
  // is shared and cannot be moved.
  const input = Uint8Array.from(body);
  try {
    return await pool.run(input, { signal: AbortSignal.timeout(limit), transferList: [input.buffer] });
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") throw new RefusedError(504, "the thread was ended");
    // The thread has ended: another one can answer.
    if (codeOf(error) === "ERR_WORKER_OUT_OF_MEMORY") throw new RefusedError(503, String(error));
    throw error;
  }
}

const load = () => pool.run(new Uint8Array(), { name: "ready" });

// The first thread answers while the others load the module: together they would be ready later.
await load();
serve(answer);
await Promise.all(Array.from({ length: threads }, load));
