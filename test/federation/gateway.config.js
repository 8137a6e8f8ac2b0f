import { readFileSync } from "node:fs";
import { GraphQLError } from "graphql";

/**
 * The configuration of a Hive Gateway in front of this server (docs/federation.md), run as
 * `hive-gateway supergraph <URL> -c gateway.config.js`. STRAND_ROUTER_SECRET is the router's secret. With
 * STRAND_OPERATIONS, the file of a manifest of operations, the gateway executes only these.
 */
const manifest = process.env.STRAND_OPERATIONS;

/** The id of a request's operation, in either form of our client. */
const operationId = ({ documentId, extensions }) => documentId ?? extensions?.persistedQuery?.sha256Hash ?? null;

function persistedDocuments(file) {
  const { operations } = JSON.parse(readFileSync(file, "utf8"));
  const texts = new Map(operations.map(({ id, body }) => [id, body]));
  return {
    extractPersistedOperationId: operationId,
    getPersistedOperation: (id) => texts.get(id.replace(/^sha256:/, "")) ?? null,
    customErrors: {
      notFound: { message: "The operation is unknown.", extensions: { code: "PERSISTED_QUERY_NOT_FOUND" } },
      persistedQueryOnly: { message: "Send the id of an operation.", extensions: { code: "PERSISTED_QUERY_ONLY" } },
      keyNotFound: { message: "Send the id of an operation.", extensions: { code: "PERSISTED_QUERY_ONLY" } },
    },
  };
}

/** Codes of connections to a subgraph that is away. */
const away = new Set(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EPIPE", "UND_ERR_SOCKET"]);

/** Errors of subgraphs are sent on; a subgraph that is away has the code that Strand has for its own systems. */
function maskError(error, message) {
  let cause = error;
  while (cause.originalError) {
    cause = cause.originalError;
  }
  if (cause.name === "GraphQLError") {
    return error;
  }
  const isAway = away.has(cause.code ?? cause.cause?.code);
  return new GraphQLError(isAway ? "A system is not available." : message, {
    nodes: error.nodes,
    path: error.path,
    extensions: { code: isAway ? "UPSTREAM_UNAVAILABLE" : "INTERNAL" },
  });
}

export const gatewayConfig = {
  logging: "warn",
  maskedErrors: { maskError },
  // Operations in flight finish with the graph that they began with when a new supergraph is published.
  gracefulSchemaReload: { drainTimeout: 10_000 },
  propagateHeaders: {
    fromClientToSubgraphs({ request, subgraphName }) {
      // Another subgraph gets the tokens of customers only if it is to be trusted with them.
      if (subgraphName !== "strand") return {};
      const sent = (name) => request.headers.get(name) ?? undefined;
      return {
        authorization: sent("authorization"),
        "x-access-token": sent("x-access-token"),
        "x-forwarded-for": sent("x-forwarded-for"),
        "x-router-authorization": process.env.STRAND_ROUTER_SECRET,
      };
    },
  },
  transportEntries: {
    // Subscriptions are server-sent events, at the URL of the graph.
    strand: { options: { subscriptions: { kind: "http", options: { method: "POST" } } } },
  },
  ...(manifest ? { persistedDocuments: persistedDocuments(manifest) } : {}),
};
