import { ApolloLink } from "@apollo/client";
import { parseAndCheckHttpResponse } from "@apollo/client/link/http";
import { from } from "rxjs";
import type { ScreenData } from "~/lib/screen/screenData";
import { withSiteData } from "~/lib/screen/siteData";
import { documentBase } from "~/lib/url/base";

/**
 * Creates the terminating link of the operations of screens: the server executes the one of an address itself, and
 * answers `{path}/_payload.json` with its data and the name of the screen (CALL-22).
 */
export function payloadLink(): ApolloLink {
  const load = async (operation: ApolloLink.Operation) => {
    const { url } = operation.variables as { url: string };
    const { headers } = operation.getContext() as { headers?: Record<string, string> };
    const { pathname, search } = new URL(url);
    const response = await fetch(`${documentBase()}${pathname === "/" ? "" : pathname}/_payload.json${search}`, {
      headers: { accept: "application/json", ...headers },
    });
    const payload = (await parseAndCheckHttpResponse(operation)(response)) as unknown as ScreenData;
    return { data: { ...(await withSiteData({ ...payload, url })) } };
  };
  return new ApolloLink((operation) => from(load(operation)));
}
