import { createGraphiQLFetcher, type Fetcher } from "@graphiql/toolkit";
import { getOperationAST, OperationTypeNode } from "graphql";
import { createClient } from "graphql-sse";
import { type Inspection, inspection, separate } from "./inspection";
import { authorization } from "./session";

const url = "/graphql";
const introspection = "IntrospectionQuery";

/** Sends an operation and separates what the panel shows from its answer. */
async function send(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const body = typeof init.body === "string" ? init.body : "{}"; // what GraphiQL sends
  const { operationName } = JSON.parse(body) as { operationName?: string };
  const started = performance.now();
  if (operationName === introspection) return await fetch(input, init);
  inspection.set(undefined);
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries({ "X-Strand-Trace": "1", "X-Strand-Provenance": "1" })) {
    if (!headers.has(name)) headers.set(name, value);
  }
  const response = await fetch(input, { ...init, headers });
  const milliseconds = performance.now() - started;
  const text = await response.text();
  const answer: Inspection = { operation: operationName ?? "", status: response.status, milliseconds };
  const { status, statusText } = response;
  try {
    const { shown, ...found } = separate(JSON.parse(text) as Parameters<typeof separate>[0]);
    inspection.set({ ...answer, ...found });
    return new Response(JSON.stringify(shown), { status, statusText, headers: response.headers });
  } catch {
    // An intermediary has answered.
    inspection.set(answer);
    return new Response(text, { status, statusText, headers: response.headers });
  }
}

const ask = createGraphiQLFetcher({ url, fetch: send, enableIncrementalDelivery: false });

/** Sends operations to the graph, in the name of the signed-in user; subscriptions use server-sent events. */
export const fetcher: Fetcher = async (params, options) => {
  const headers = { ...(await authorization()), ...options?.headers };
  const operation = options?.documentAST && getOperationAST(options.documentAST, params.operationName);
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) {
    return await ask({ ...params, operationName: params.operationName ?? undefined }, { ...options, headers });
  }
  inspection.set(undefined);
  const client = createClient({ url, headers, retryAttempts: 0 });
  return client.iterate({ ...params, operationName: params.operationName ?? undefined });
};
