// Measures the CPU time of rendering one page in a renderer process, for one or more server bundles alternately:
//
//   node bench/render.mjs client/dist/server/render.js input.json [other/render.js other.json]
//
// An input is the request of `edge/render`: the data of a page (its _payload.json), `site` (its _site.json) and
// `locale`.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const warmUp = 200;
const blocks = 9;
const perBlock = 50;
/** Clock ticks of /proc per second (CLK_TCK on Linux). */
const ticks = 100;

const folder = mkdtempSync(join(tmpdir(), "strand-bench-"));
const node = process.env.NODE ?? process.execPath;

function start(bundle, file, index) {
  const socketPath = join(folder, `${index}.sock`);
  const child = spawn(node, [join(dirname(bundle), "threads.js"), bundle], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      STRAND_RENDER_SOCKET: socketPath,
      STRAND_RENDER_THREADS: "1",
      STRAND_RENDER_LIMIT: "6000",
    },
    stdio: ["pipe", "inherit", "inherit"],
  });
  const send = (path, body) =>
    new Promise((resolve, reject) => {
      const sent = request({ socketPath, path, method: body ? "POST" : "GET" }, (response) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk));
        response.on("end", () => resolve(text));
      });
      sent.on("error", reject);
      sent.end(body);
    });
  const cpu = () => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1].split(" ");
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticks;
  };
  return { bundle, input: readFileSync(file, "utf8"), child, send, cpu, times: [] };
}

async function ready({ send }) {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      return await send("/ready");
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error("A renderer did not start.");
}

async function renderBlock(renderer, count) {
  const before = renderer.cpu();
  let body = "";
  for (let i = 0; i < count; i++) {
    body = await renderer.send("/", renderer.input);
    if (body.includes("<!--$!-->")) throw new Error("A part of the page was not rendered: its input is incomplete.");
  }
  renderer.bytes = body.length;
  return (renderer.cpu() - before) / count;
}

const args = process.argv.slice(2);
const renderers = [];
for (let i = 0; i + 1 < args.length; i += 2) renderers.push(start(args[i], args[i + 1], i));
if (renderers.length === 0) throw new Error("usage: node bench/render.mjs <bundle> <input.json> …");
try {
  for (const renderer of renderers) {
    await ready(renderer);
    await renderBlock(renderer, warmUp);
  }
  for (let block = 0; block < blocks; block++)
    for (const renderer of renderers) renderer.times.push(await renderBlock(renderer, perBlock));
  const medians = renderers.map(({ times }) => times.sort((a, b) => a - b)[Math.floor(blocks / 2)]);
  renderers.forEach(({ bundle, bytes }, i) => {
    const ratio = i > 0 ? `, ratio ${(medians[0] / medians[i]).toFixed(2)}` : "";
    console.log(`${bundle}: ${medians[i].toFixed(1)} ms of CPU per page, ${bytes} bytes${ratio}`);
  });
} finally {
  for (const { child } of renderers) child.stdin.end();
  rmSync(folder, { recursive: true });
}
