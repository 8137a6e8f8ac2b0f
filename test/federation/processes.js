import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

/** How long a server may take until it answers. */
const startWithin = 60_000;

/** Below the ports that systems hand out by themselves: a server of another test cannot be given one of these meanwhile. */
const ports = { first: 20_000, last: 32_000 };

/** A port that is free now. */
export async function freePort() {
  for (;;) {
    const port = ports.first + Math.floor(Math.random() * (ports.last - ports.first));
    const server = createServer();
    const isFree = await new Promise((resolve) => {
      server.once("listening", () => resolve(true)).once("error", () => resolve(false));
      server.listen(port, "127.0.0.1");
    });
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}

/**
 * Starts a program and waits until `url` answers, or until it has written `last`. It fails with what the program wrote where
 * that does not happen.
 */
export async function start(command, args, { env, cwd, url, last }) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  }
  const exited = once(child, "exit");
  const isReady = () =>
    last
      ? output.includes(last)
      : fetch(url).then(
          (r) => r.ok,
          () => false,
        );
  const program = {
    output: () => output,
    async stop() {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
      await exited;
      clearTimeout(timer);
    },
  };
  for (const end = Date.now() + startWithin; ;) {
    if (child.exitCode !== null) {
      throw new Error(`${command} ended with ${child.exitCode}:\n${output}`);
    }
    if (await isReady()) return program;
    if (Date.now() > end) {
      await program.stop();
      throw new Error(`${command} is not ready:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Starts the sample systems as a process of their own; `settings` are those of a server that uses them. */
export async function startUpstreams(command, { env, cwd }) {
  const program = await start(command, ["upstreams"], { env, cwd, last: "STRAND_TRANSLATION_URL=" });
  const settings = Object.fromEntries(
    [...program.output().matchAll(/^export (\w+)='([^']*)'/gm)].map(([, name, value]) => [name, value]),
  );
  return { ...program, settings };
}
