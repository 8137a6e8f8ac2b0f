import { ApolloClient, ApolloLink, HttpLink, ServerError } from "@apollo/client";
import { SetContextLink } from "@apollo/client/link/context";
import { ErrorLink } from "@apollo/client/link/error";
import { PersistedQueryLink } from "@apollo/client/link/persisted-queries";
import { RetryLink } from "@apollo/client/link/retry";
import { OperationTypeNode } from "graphql";
import { defer, finalize, from, mergeMap, throwError } from "rxjs";
import type { Account } from "~/lib/account/account";
import { authorizationHeaders } from "~/lib/account/authorization";
import { beginChange, waitForSameUser } from "~/lib/account/unfinishedInput";
import { readConfig } from "~/lib/document/config";
import { documentScreen } from "~/lib/screen/documentScreen";
import { documentBase } from "~/lib/url/base";
import { makeCache } from "./cache";
import { hasCode } from "./errorCode";
import { EventStreamLink } from "./EventStreamLink";
import { hashOf } from "./hashOf";
import { payloadLink } from "./payloadLink";
import { screenCacheLink } from "./screenCacheLink";

declare module "@apollo/client" {
  interface DefaultContext {
    /** Sends the operation with the ID token of the signed-in user. */
    signedIn?: boolean;
    /** A change that the app makes without an input of the user, such as the mark that something was read. */
    isAutomatic?: boolean;
    /** The ID token that the operation was sent with. */
    token?: string | undefined;
  }
}

/** Counts the changes of the signed-in user until they are answered. */
function changesLink() {
  return new ApolloLink((operation, forward) => {
    const { signedIn, isAutomatic } = operation.getContext();
    const isInput = operation.operationType === OperationTypeNode.MUTATION && signedIn && !isAutomatic;
    if (!isInput) return forward(operation);
    return defer(() => {
      const endChange = beginChange();
      return forward(operation).pipe(finalize(endChange));
    });
  });
}

/** Returns the ID token of the signed-in user. After the end of the session, this may be that of the next login. */
async function tokenOf(account: Account, refused?: string): Promise<string | undefined> {
  const token = await account.idToken(refused);
  if (token || !(await waitForSameUser(account))) return token;
  return await account.idToken();
}

/**
 * Adds the ID token of the signed-in user if the operation requires it, and the access token that was issued with it:
 * the server reads the user's current roles with it.
 */
function authorizationLink(account: Account) {
  return new SetContextLink(async ({ signedIn, token: renewed, ...context }) => {
    const token = signedIn ? (renewed ?? (await tokenOf(account))) : undefined;
    if (!token) return {};
    const headers = context.headers as Record<string, string> | undefined;
    return { token, headers: { ...headers, ...(await authorizationHeaders(account, token)) } };
  });
}

/** Renews the token and retries the operation once when the server refuses the token. */
function renewalLink(account: Account) {
  return new ErrorLink(({ error, operation, forward }) => {
    const { token } = operation.getContext();
    if (!token || !isUnauthenticated(error)) return;
    return from(tokenOf(account, token)).pipe(
      mergeMap((renewed) => {
        if (!renewed) return throwError(() => error);
        operation.setContext({ token: renewed });
        return forward(operation);
      }),
    );
  });
}

/** Whether the server refused the token of an operation. */
export function isUnauthenticated(error: unknown): boolean {
  if (ServerError.is(error)) return error.statusCode === 401;
  return hasCode(error, "UNAUTHENTICATED");
}

/** Retries queries that did not reach the server. Mutations are retried by the user, with the same idempotency key. */
function retryLink() {
  return new RetryLink({
    delay: { initial: 300, max: 2000, jitter: true },
    attempts: {
      max: 3,
      retryIf: (error, { operationType }) => operationType === OperationTypeNode.QUERY && error instanceof TypeError,
    },
  });
}

/** Creates the Apollo Client of a visit. */
export function makeClient(account: Account): ApolloClient {
  const isSubscription = ({ operationType }: ApolloLink.Operation) => operationType === OperationTypeNode.SUBSCRIPTION;
  const isOfScreen = ({ operationName = "" }: ApolloLink.Operation) => operationName.endsWith("Screen");
  const prefix = readConfig().nextRelease ? "nextRelease_" : "";
  const uri = `${documentBase()}/graphql`;
  return new ApolloClient({
    cache: makeCache(),
    link: ApolloLink.from([
      changesLink(),
      renewalLink(account),
      authorizationLink(account),
      ApolloLink.split(
        isSubscription,
        new EventStreamLink({ uri, hashOf }),
        ApolloLink.split(
          isOfScreen,
          ApolloLink.from([screenCacheLink({ prefix, shown: documentScreen() }), payloadLink()]),
          ApolloLink.from([
            retryLink(),
            new PersistedQueryLink({ generateHash: hashOf, useGETForHashedQueries: true }),
            new HttpLink({ uri, enhancedClientAwareness: { transport: false } }),
          ]),
        ),
      ),
    ]),
  });
}
