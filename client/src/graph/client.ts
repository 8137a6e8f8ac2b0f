import { ApolloClient, ApolloLink, InMemoryCache, Observable } from "@apollo/client";
import { OperationTypeNode, print } from "graphql";
import type { RefusalReason } from "~/ui/files/refusal";
import fragments from "./generated/possibleTypes";

/** What stands in the document when it arrives: the data of its screen. */
export interface ScreenData {
  operation: string;
  variables: Record<string, unknown>;
  /** Null where nothing could be read. */
  data: unknown;
  outage?: { traceId?: string };
  form?: ReturnedForm;
  /** A part of the data could not be read. */
  partial?: boolean;
}

/** What became of a form that was sent without scripts (`edge/render`, Form). */
export interface ReturnedForm {
  /** The form's module. */
  id: string;
  /** What was filled in. */
  values?: Readonly<Record<string, string>>;
  /** They have come and need not be sent again. */
  files?: readonly { id: string; name: string }[];
  refused?: readonly { name: string; reason: RefusalReason }[];
  /** The names of the fields that do not fit. */
  wrong?: readonly string[];
  failure?: "failed" | "limited";
  /** Missing where the form was not taken. */
  sent?: SentForm;
}

/** A form that was taken. */
export interface SentForm {
  /** What to name it by. */
  reference: string;
  /** What is handed out for it. */
  file: { url: string; extension: string; size: number | null } | null;
}

/**
 * A cache for one visit. Content is kept below the address that it was asked for, and not by its id: the same page reads
 * differently in another locale.
 */
export function makeCache(): InMemoryCache {
  return new InMemoryCache({
    possibleTypes: fragments.possibleTypes,
    dataIdFromObject: () => undefined,
    typePolicies: {
      // What everybody is sent has nothing of anybody's, and does not take away what somebody is shown.
      PageResolution: { fields: { portal: { merge: (shown: unknown, sent: unknown) => sent ?? shown ?? null } } },
    },
  });
}

interface Hashed {
  __meta__?: { hash?: string };
}

declare module "@apollo/client" {
  interface DefaultContext {
    /** The operation is asked in the name of whoever is signed in. */
    signedIn?: boolean;
  }
}

/** Gives the id token of whoever is signed in, and not the one that was refused; nothing for nobody. */
export type IdToken = (refused?: string) => Promise<string | undefined>;

/** How the server is told what is asked: operations of our own by their id. */
function requestOf({ query, operationName, variables }: ApolloLink.Operation) {
  const hash = (query as Hashed).__meta__?.hash;
  return { hash, body: { ...(hash ? { documentId: hash } : { query: print(query) }), operationName, variables } };
}

/** The id token of whoever an operation is asked for. */
function tokenFor(operation: ApolloLink.Operation, idToken: IdToken): Promise<string | undefined> {
  return operation.getContext().signedIn ? idToken() : Promise.resolve(undefined);
}

/** The header that says in whose name something is asked. */
function authorizationBy(token: string | undefined): Record<string, string> {
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** Asks and changes; queries as GET requests, so that browsers and proxies can keep the answers. */
function persistedLink(idToken: IdToken): ApolloLink {
  return new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        const controller = new AbortController();
        const { hash, body } = requestOf(operation);
        const variables = JSON.stringify(operation.variables);
        const isQuery = operation.operationType === OperationTypeNode.QUERY;
        const send = (token?: string) =>
          hash && isQuery
            ? fetch(
                `/graphql?${new URLSearchParams({ documentId: hash, operationName: operation.operationName ?? "", variables }).toString()}`,
                {
                  headers: { accept: "application/graphql-response+json", ...authorizationBy(token) },
                  signal: controller.signal,
                },
              )
            : fetch("/graphql", {
                method: "POST",
                headers: {
                  accept: "application/graphql-response+json",
                  "content-type": "application/json",
                  ...authorizationBy(token),
                },
                body: JSON.stringify(body),
                signal: controller.signal,
              });
        tokenFor(operation, idToken)
          .then(async (token) => {
            const response = await send(token);
            if (response.status !== 401 || !token) return response;
            // Its session ended, say. Nothing was done yet, and another token may serve.
            const renewed = await idToken(token);
            return renewed ? send(renewed) : response;
          })
          .then(async (response) => {
            // A proxy that answers in place of the graph has no message of its own.
            if (!response.ok && !response.headers.get("content-type")?.includes("json"))
              throw new Error(`The graph cannot be reached: status ${response.status}`);
            observer.next((await response.json()) as ApolloLink.Result);
            observer.complete();
          })
          .catch((error: unknown) => observer.error(error));
        return () => controller.abort();
      }),
  );
}

/** Hears of changes. What reads the events is fetched when something is listened to for the first time. */
function eventLink(idToken: IdToken): ApolloLink {
  return new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        let isOver = false;
        let stop = () => {};
        Promise.all([import("./events"), tokenFor(operation, idToken)])
          .then(([{ listen }, token]) => {
            if (!isOver) stop = listen(requestOf(operation).body, authorizationBy(token), observer);
          })
          .catch((error: unknown) => observer.error(error));
        return () => {
          isOver = true;
          stop();
        };
      }),
  );
}

const nobody: IdToken = () => Promise.resolve(undefined);

/** The client of one visit in the browser. */
export function makeClient(cache: InMemoryCache, idToken = nobody): ApolloClient {
  const isSubscription = ({ operationType }: ApolloLink.Operation) => operationType === OperationTypeNode.SUBSCRIPTION;
  return new ApolloClient({
    cache,
    link: ApolloLink.split(isSubscription, eventLink(idToken), persistedLink(idToken)),
  });
}

/** The client of one rendering on the server, where nothing is ever fetched. */
export function makeServerClient(cache: InMemoryCache): ApolloClient {
  return new ApolloClient({ cache, ssrMode: true, link: ApolloLink.empty() });
}
