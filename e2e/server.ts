import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A free port of this machine. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, () => {
      const bound = server.address();
      server.close(() => (bound && typeof bound === "object" ? resolve(bound.port) : reject(new Error("no port"))));
    });
  });
}

/** Runs a test against a separate server with its own data and settings. */
export async function withServer(settings: Record<string, string>, run: (origin: string) => Promise<void>) {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const data = mkdtempSync(join(tmpdir(), "strand-e2e-"));
  const server: ChildProcess = spawn("bin/strand-demo", {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      STRAND_ADDR: `:${port}`,
      STRAND_ADMIN_ADDR: "127.0.0.1:0",
      STRAND_EMBEDDED_CMS_ADDR: "127.0.0.1:0",
      STRAND_EMBEDDED_PIM_ADDR: "127.0.0.1:0",
      STRAND_EMBEDDED_SIS_ADDR: "127.0.0.1:0",
      STRAND_EMBEDDED_IDENTITY_ADDR: "localhost:0",
      STRAND_DATA_DIR: data,
      STRAND_LOG_LEVEL: "error",
      STRAND_RENDERERS: "1",
      STRAND_DRAIN_DELAY: "0s",
      ...settings,
    },
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  try {
    while (!(await isReady(origin))) {
      if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await run(origin);
  } finally {
    server.kill("SIGTERM");
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false;
  }
}
