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

/** Starts a program and waits until `url` answers. It fails with what the program wrote where that does not happen. */
export async function start(command, args, { env, cwd, url }) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  }
  const exited = once(child, "exit");
  const program = {
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
    if (
      await fetch(url).then(
        (r) => r.ok,
        () => false,
      )
    ) {
      return program;
    }
    if (Date.now() > end) {
      await program.stop();
      throw new Error(`${command} does not answer at ${url}:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
