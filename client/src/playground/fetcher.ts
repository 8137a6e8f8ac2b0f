import { createGraphiQLFetcher, type Fetcher } from "@graphiql/toolkit";
import { getOperationAST, OperationTypeNode } from "graphql";
import { createClient } from "graphql-sse";

const url = "/graphql";
const ask = createGraphiQLFetcher({ url });

/** Sends operations to the graph; subscriptions use server-sent events. */
export const fetcher: Fetcher = (params, options) => {
  const operation = options?.documentAST && getOperationAST(options.documentAST, params.operationName);
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return ask(params, options);
  const client = createClient({ url, headers: options?.headers, retryAttempts: 0 });
  return client.iterate({ ...params, operationName: params.operationName ?? undefined });
};
