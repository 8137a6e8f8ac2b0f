/**
 * Runs a server of this folder in as many processes as Strand has threads that render: `node cluster.js <module> <port>`. The
 * module exports `serve(port)`.
 */
import cluster from "node:cluster";

const processes = 2;
const [module, port] = process.argv.slice(2);
if (cluster.isPrimary) {
  for (let n = 0; n < processes; n++) cluster.fork();
  // A benchmark without one of its processes would be wrong.
  cluster.on("exit", () => process.exit(1));
  // The bench closes the standard input when it ends.
  process.stdin.resume().on("end", () => process.exit(0));
} else {
  const { serve } = await import(`./${module}`);
  await serve(Number(port));
}
