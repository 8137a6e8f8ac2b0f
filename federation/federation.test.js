import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { subgraph, tools } from "./composition.js";
import { serveGateway } from "./gateway.js";
import { freePort, start, startUpstreams } from "./processes.js";
import { conflictingSDL, ratingsSDL, serveRatings } from "./ratings.js";

const root = join(import.meta.dirname, "..");
const secret = "the-secret-of-the-router-in-this-test";
const running = [];
let folder, strandURL, ratings, sdl;

async function ask(url, query, headers = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ query }),
  });
  return response.json();
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "strand-federation-"));
  const port = await freePort();
  const embedded = Object.fromEntries(
    ["CMS", "PIM", "SIS"].map((system) => [`STRAND_EMBEDDED_${system}_ADDR`, "127.0.0.1:0"]),
  );
  const strand = join(root, "bin", "strand");
  const upstreams = await startUpstreams(join(root, "bin", "strand-demo"), {
    cwd: root,
    env: { STRAND_DATA_DIR: join(folder, "upstreams"), STRAND_EMBEDDED_IDENTITY_ADDR: "localhost:0", ...embedded },
  });
  running.push(upstreams);
  running.push(
    await start(strand, [], {
      cwd: root,
      url: `http://127.0.0.1:${port}/readyz`,
      env: {
        STRAND_ADDR: `127.0.0.1:${port}`,
        STRAND_ADMIN_ADDR: `127.0.0.1:${await freePort()}`,
        STRAND_DATA_DIR: folder,
        ...upstreams.settings,
        STRAND_PRODUCTION: "true",
        STRAND_ROUTER_SECRET: secret,
        STRAND_RENDERERS: "0",
      },
    }),
  );
  strandURL = `http://127.0.0.1:${port}/graphql`;
  ratings = await serveRatings();
  const answer = await ask(strandURL, "{ _service { sdl } }", { "X-Router-Authorization": secret });
  sdl = answer.data._service.sdl;
});

after(async () => {
  ratings?.close();
  await Promise.all(running.map((program) => program.stop()));
  await rm(folder, { recursive: true, force: true });
});

describe("composition", () => {
  for (const [name, compose] of Object.entries(tools)) {
    test(`${name} composes the graph with a subgraph that extends Product, Site and Ticket`, () => {
      const { errors } = compose([subgraph("strand", strandURL, sdl), subgraph("ratings", ratings.url, ratingsSDL)]);
      assert.deepEqual(errors, []);
    });
    test(`${name} rejects a subgraph that answers a field of ours`, () => {
      const { errors } = compose([
        subgraph("strand", strandURL, sdl),
        subgraph("ratings", ratings.url, conflictingSDL),
      ]);
      assert.ok(errors.length > 0);
      assert.match(errors.join("\n"), /\bname\b/);
    });
  }
});

describe("a router over both subgraphs", () => {
  let gatewayURL;
  before(async () => {
    const compose = tools["@theguild/federation-composition"];
    const subgraphs = [subgraph("strand", strandURL, sdl), subgraph("ratings", ratings.url, ratingsSDL)];
    // The configuration of the gateway reads the secret from the environment.
    process.env.STRAND_ROUTER_SECRET = secret;
    const gateway = await serveGateway(compose(subgraphs).supergraphSdl);
    running.push(gateway);
    gatewayURL = gateway.url;
  });

  test("answers fields of both, from either side", async () => {
    const answer = await ask(
      gatewayURL,
      `{ sites { id visits } products(slugs: ["alpha-530", "alpha-550"]) { name rating } bestRated { slug name rating } }`,
    );
    assert.equal(answer.errors, undefined);
    assert.ok(answer.data.sites.length > 5);
    for (const { id, visits } of answer.data.sites) {
      assert.equal(visits, id.length);
    }
    assert.deepEqual(
      answer.data.products.map(({ rating }) => rating),
      [4.5, 4.5],
    );
    assert.deepEqual(
      answer.data.bestRated.map(({ slug }) => slug),
      ["alpha-530", "alpha-550"],
    );
    assert.ok(answer.data.bestRated.every(({ name, rating }) => name !== "" && rating === 4.5));
  });

  test("passes the codes of errors on", async () => {
    const answer = await ask(gatewayURL, `{ ticket(id: "1") { number satisfaction } }`);
    assert.equal(answer.errors[0].extensions.code, "UNAUTHENTICATED");
  });

  test("is the only one that may send such an operation", async () => {
    const answer = await ask(strandURL, `{ sites { id } }`);
    assert.equal(answer.errors[0].extensions.code, "PERSISTED_QUERY_ONLY");
  });
});
