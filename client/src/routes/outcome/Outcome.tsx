import { type ReactNode, useContext, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { homeOfAddress, knownSite, SiteMemoryContext } from "~/app/knownSite";
import { useOutage } from "~/app/outage";
import { ErrorPage } from "~/features/state/ErrorPage";
import type { ElsewhereFragment } from "~/graph/generated/graphql";
import { interfaceLanguage } from "~/i18n/languages";
import { NothingHere } from "./NothingHere";
import { NotShown } from "./NotShown";

type Elsewhere = ElsewhereFragment;

/** Everything that the operation of a site's screen can answer: a page, or a way elsewhere. */
type Resolution<Page> =
  | (Page & { __typename: "PageResolution"; locale: { code: string } })
  | Exclude<Elsewhere, { __typename: "PageResolution" }>;

export interface OutcomeProps<Page> {
  /** Nothing while it is loaded, or where it cannot be. */
  resolution: Resolution<Page> | undefined;
  error: Error | undefined;
  /** Shows what is there; the trace id names what could not be read of it. */
  children: (page: Page, traceId: string | undefined) => ReactNode;
}

/** Shows what an address leads to: its page, a message that there is none, or the way to somewhere else. */
export function Outcome<Page>({ resolution, error, children }: OutcomeProps<Page>) {
  const outage = useOutage();
  const memory = useContext(SiteMemoryContext);
  const { pathname } = useLocation();
  const traceId = traceOf(error) ?? outage?.traceId;
  useWay(resolution);

  if (!resolution) {
    if (!error && !outage) return null;
    // A document of an outage does not know the site, until another page was shown.
    const place = outage && !memory?.recall() ? { homeUrl: homeOfAddress(pathname) } : knownSite(memory, pathname);
    return (
      <main>
        <ErrorPage {...place} traceId={traceId} />
      </main>
    );
  }
  switch (resolution.__typename) {
    case "RedirectResolution":
      return null;
    case "NotFoundResolution":
      return outage || isUnknown(error) ? (
        <NotShown resolution={{ ...resolution, theme: resolution.site.theme }} traceId={traceId} />
      ) : (
        <NothingHere resolution={resolution} />
      );
    case "PageResolution":
      return children(resolution, traceId);
  }
}

/** Follows a redirect; and loads the document anew where the new page speaks another language than the interface. */
function useWay(resolution: Resolution<unknown> | undefined) {
  const navigate = useNavigate();
  const location = resolution?.__typename === "RedirectResolution" ? resolution.location : undefined;
  const locale = resolution && "locale" in resolution ? resolution.locale.code : undefined;

  useEffect(() => {
    if (!location) return;
    if (location.startsWith("/")) void navigate(location, { replace: true });
    else window.location.replace(location);
  }, [location, navigate]);

  useEffect(() => {
    if (locale && interfaceLanguage(locale) !== interfaceLanguage(document.documentElement.lang))
      window.location.reload();
  }, [locale]);
}

interface GraphError {
  path?: (string | number)[];
  extensions?: { traceId?: unknown };
}

function errorsOf(error: Error | undefined): GraphError[] {
  return (error as { errors?: GraphError[] } | undefined)?.errors ?? [];
}

/** An error of the resolution itself: whether the address has a page or a redirect could not be read. */
function isUnknown(error: Error | undefined): boolean {
  return errorsOf(error).some(({ path }) => path?.length === 1);
}

/** The trace id of an error of the graph, which names the request in the server's log. */
function traceOf(error: Error | undefined): string | undefined {
  const id = errorsOf(error)[0]?.extensions?.traceId;
  return typeof id === "string" ? id : undefined;
}
