import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { parse, print, visit } from "graphql";
import { subgraph, tools } from "./composition.js";
import { startGateway } from "./gateway.js";
import { freePort, start, startUpstreams } from "./processes.js";
import { conflictingSDL, nextRatingsSDL, ratingsSDL, serveRatings } from "./ratings.js";
import { signIn } from "./signIn.js";

const root = join(import.meta.dirname, "../..");
const secret = "the-secret-of-the-router-in-this-test";
const manifest = join(root, "client", "dist", "persisted-query-manifest.json");
const running = [];
let folder, strand, strandURL, ratings, sdl, customer, newcomer;

async function post(url, request, headers = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(request),
  });
  return response.json();
}

const ask = (url, query, headers) => post(url, { query }, headers);

const codesOf = ({ errors = [] }) => errors.map(({ extensions }) => extensions?.code);

/** The results of a subscription, one at a time. */
async function* subscribe(url, query, headers) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "text/event-stream", ...headers },
    body: JSON.stringify({ query }),
  });
  assert.match(response.headers.get("content-type"), /^text\/event-stream/);
  let received = "";
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    received += part;
    for (let end; (end = received.indexOf("\n\n")) >= 0; received = received.slice(end + 2)) {
      const data = /^data: ?(.+)$/m.exec(received.slice(0, end));
      if (data) yield JSON.parse(data[1]);
    }
  }
}

/** Repeats an attempt until it returns a value. */
async function until(attempt, within = 20_000) {
  for (const end = Date.now() + within; ;) {
    const value = await attempt();
    if (value) return value;
    assert.ok(Date.now() < end, "the expected state does not come about");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const supergraphOf = (ownSDL, otherSDL) =>
  tools["@theguild/federation-composition"]([
    subgraph("strand", strandURL, ownSDL),
    subgraph("ratings", ratings.url, otherSDL),
  ]).supergraphSdl;

/** A graph without one of its fields. */
const withoutField = (graph, type, field) =>
  print(
    visit(parse(graph), {
      ObjectTypeDefinition: (node) => (node.name.value === type ? undefined : false),
      FieldDefinition: (node) => (node.name.value === field ? null : undefined),
    }),
  );

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "strand-federation-"));
  const port = await freePort();
  const embedded = Object.fromEntries(
    ["CMS", "PIM", "SIS"].map((system) => [`STRAND_EMBEDDED_${system}_ADDR`, "127.0.0.1:0"]),
  );
  const origin = `http://localhost:${port}`;
  const upstreams = await startUpstreams(join(root, "bin", "strand-demo"), {
    cwd: root,
    env: {
      STRAND_DATA_DIR: join(folder, "upstreams"),
      STRAND_EMBEDDED_IDENTITY_ADDR: "localhost:0",
      STRAND_EMBEDDED_IDENTITY_ORIGINS: origin,
      ...embedded,
    },
  });
  running.push(upstreams);
  strand = {
    async start() {
      this.program = await start(join(root, "bin", "strand"), [], {
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
          STRAND_DRAIN_DELAY: "0s",
        },
      });
    },
    stop() {
      return this.program?.stop();
    },
  };
  running.push(strand);
  await strand.start();
  strandURL = `http://127.0.0.1:${port}/graphql`;
  ratings = await serveRatings();
  const answer = await ask(strandURL, "{ _service { sdl } }", { "X-Router-Authorization": secret });
  sdl = answer.data._service.sdl;
  [customer, newcomer] = await Promise.all(
    ["customer@example.com", "new@example.com"].map((email) =>
      signIn(upstreams.settings.STRAND_IDENTITY_ISSUER, origin, email),
    ),
  );
});

after(async () => {
  await Promise.all(running.map((program) => program.stop()));
  await ratings?.close();
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

describe("Hive Gateway over both subgraphs", () => {
  let gateway, ticket;
  before(async () => {
    // The graph before a field was added to it.
    gateway = await startGateway(supergraphOf(withoutField(sdl, "Product", "dataSheetUrl"), ratingsSDL), {
      STRAND_ROUTER_SECRET: secret,
    });
    running.push(gateway);
  });

  test("answers fields of both, from either side", async () => {
    const answer = await ask(
      gateway.url,
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

  test("passes the token of a signed-in customer on", async () => {
    const answer = await ask(
      gateway.url,
      "{ me { email } tickets(first: 1) { edges { node { id number satisfaction } } } }",
      customer,
    );
    assert.equal(answer.errors, undefined);
    assert.equal(answer.data.me.email, "customer@example.com");
    ticket = answer.data.tickets.edges[0].node;
    assert.equal(ticket.satisfaction, 5);
  });

  test("sends the secret and the tokens to Strand only", () => {
    assert.ok(ratings.headers.length > 0);
    for (const headers of ratings.headers) {
      for (const name of ["x-router-authorization", "authorization", "x-access-token"]) {
        assert.equal(headers[name], undefined, name);
      }
    }
  });

  test("passes refusals on as errors with codes", async () => {
    const query = `{ ticket(id: "1") { number satisfaction } sites { id } }`;
    for (const [headers, code] of [
      [{}, "UNAUTHENTICATED"],
      [newcomer, "FORBIDDEN"],
    ]) {
      const answer = await ask(gateway.url, query, headers);
      assert.deepEqual(codesOf(answer), [code]);
      assert.deepEqual(answer.errors[0].path, ["ticket"]);
      assert.equal(answer.data.ticket, null);
      assert.ok(answer.data.sites.length > 5);
    }
    const refused = await ask(gateway.url, "{ me { email } }", { Authorization: "Bearer no-token" });
    assert.deepEqual(codesOf(refused), ["UNAUTHENTICATED"]);
  });

  test("streams a subscription with fields of both", async () => {
    const query = `subscription { ticketChanged(id: "${ticket.id}") { number satisfaction comments { text } } }`;
    const events = subscribe(gateway.url, query, customer);
    const first = (await events.next()).value;
    assert.equal(first.errors, undefined);
    assert.equal(first.data.ticketChanged.number, ticket.number);
    assert.equal(first.data.ticketChanged.satisfaction, 5);
    const comment = `A comment through the router ${randomUUID()}`;
    const input = `{ idempotencyKey: "${randomUUID()}", ticket: "${ticket.id}", comment: "${comment}" }`;
    const answer = await ask(
      gateway.url,
      `mutation { addTicketComment(input: ${input}) { userErrors { __typename } } }`,
      customer,
    );
    assert.equal(answer.errors, undefined);
    const next = (await events.next()).value;
    assert.ok(JSON.stringify(next.data.ticketChanged.comments).includes(comment));
    assert.equal(next.data.ticketChanged.satisfaction, 5);
    await events.return();
  });

  test("refuses a subscription with a code", async () => {
    const query = `subscription { ticketChanged(id: "${ticket.id}") { number } }`;
    for (const [headers, code] of [
      [{}, "UNAUTHENTICATED"],
      [newcomer, "FORBIDDEN"],
    ]) {
      const events = subscribe(gateway.url, query, headers);
      assert.deepEqual(codesOf((await events.next()).value), [code]);
      await events.return();
    }
  });

  test("answers without the other subgraph while that is away", async () => {
    const { port } = ratings;
    await ratings.close();
    const query = "{ sites { id visits } }";
    const answer = await ask(gateway.url, query);
    assert.ok(answer.data.sites.length > 5);
    assert.ok(answer.data.sites.every(({ visits }) => visits === null));
    assert.deepEqual([...new Set(codesOf(answer))], ["UPSTREAM_UNAVAILABLE"]);
    ratings = await serveRatings(ratingsSDL, port);
    assert.equal((await ask(gateway.url, query)).errors, undefined);
  });

  test("answers the rest while Strand is away, and everything once it is back", async () => {
    const query = "{ me { id } bestRated { slug rating } }";
    await strand.stop();
    const answer = await ask(gateway.url, query);
    assert.equal(answer.data?.bestRated?.length, 2, JSON.stringify(answer));
    assert.deepEqual(codesOf(answer), ["UPSTREAM_UNAVAILABLE"]);
    await strand.start();
    const later = await ask(gateway.url, query);
    assert.equal(later.errors, undefined);
  });

  test("takes an upgrade that adds fields to both subgraphs without a failing request", async () => {
    const added = `{ products(slugs: ["alpha-530"]) { dataSheetUrl reviews } }`;
    assert.deepEqual(codesOf(await ask(gateway.url, added)), [
      "GRAPHQL_VALIDATION_FAILED",
      "GRAPHQL_VALIDATION_FAILED",
    ]);
    let isOver = false;
    let count = 0;
    const visitor = (async () => {
      for (; !isOver; count++) {
        const answer = await ask(gateway.url, `{ products(slugs: ["alpha-530"]) { name rating } }`);
        assert.equal(answer.errors, undefined);
        assert.equal(answer.data.products[0].rating, 4.5);
      }
    })();
    // Subgraphs first: the old supergraph works with the new ones.
    const { port } = ratings;
    const upgraded = await serveRatings(nextRatingsSDL);
    const old = ratings;
    ratings = { ...upgraded, close: () => Promise.all([old.close(), upgraded.close()]) };
    assert.notEqual(upgraded.port, port);
    gateway.publish(supergraphOf(sdl, nextRatingsSDL));
    const answer = await until(async () => {
      const attempt = await ask(gateway.url, added);
      return attempt.errors ? undefined : attempt;
    });
    isOver = true;
    await visitor;
    assert.ok(count > 1);
    assert.match(answer.data.products[0].dataSheetUrl, /data-sheet\.pdf$/);
    assert.equal(answer.data.products[0].reviews, 9);
  });

  test("is the only one that may send such an operation", async () => {
    const answer = await ask(strandURL, `{ sites { id } }`);
    assert.deepEqual(codesOf(answer), ["PERSISTED_QUERY_ONLY"]);
  });
});

describe("Hive Gateway with the manifest of the client's operations", () => {
  let gateway, operations;
  before(async () => {
    operations = JSON.parse(await readFile(manifest, "utf8")).operations;
    gateway = await startGateway(supergraphOf(sdl, ratingsSDL), {
      STRAND_ROUTER_SECRET: secret,
      STRAND_OPERATIONS: manifest,
    });
    running.push(gateway);
  });

  const idOf = (name) => operations.find((operation) => operation.name === name).id;

  test("executes an operation by its id, in both forms", async () => {
    const persistedQuery = { version: 1, sha256Hash: idOf("PortalNow") };
    for (const request of [
      { documentId: idOf("PortalNow") },
      { documentId: `sha256:${idOf("PortalNow")}` },
      { extensions: { persistedQuery } },
    ]) {
      const answer = await post(gateway.url, request, customer);
      assert.equal(answer.errors, undefined, JSON.stringify(request));
      assert.equal(answer.data.me.id, "user-customer");
    }
  });

  test("refuses other operations and unknown ids", async () => {
    assert.deepEqual(codesOf(await ask(gateway.url, "{ sites { id } }")), ["PERSISTED_QUERY_ONLY"]);
    assert.deepEqual(codesOf(await post(gateway.url, { documentId: "0".repeat(64) })), ["PERSISTED_QUERY_NOT_FOUND"]);
  });

  test("accepts every query of the client as valid", async () => {
    for (const { name, id, type } of operations) {
      if (type !== "query") continue;
      const answer = await post(gateway.url, { documentId: id });
      for (const code of codesOf(answer)) {
        assert.notEqual(code, "GRAPHQL_VALIDATION_FAILED", name);
      }
    }
  });
});
