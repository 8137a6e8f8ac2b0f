import type { Frame } from "~/features/frame/lastFrame";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { ErrorPage } from "~/features/state/ErrorPage";

export interface PageUnavailableProps {
  frame: Frame;
  traceId: string | undefined;
  /** Loads the page again; undefined if that requires reloading the document. */
  onRetry?: (() => void) | undefined;
}

/** Reports in the site's frame that a page is temporarily unavailable. */
export function PageUnavailable({ frame, traceId, onRetry }: PageUnavailableProps) {
  const { site, breadcrumb } = frame;
  return (
    // The error page has its own breadcrumb.
    <SiteFrame frame={frame} breadcrumb={[]}>
      <ErrorPage
        homeUrl={site.homeUrl}
        homeTitle={breadcrumb[0]?.title}
        siteName={site.name}
        traceId={traceId}
        onRetry={onRetry}
      />
    </SiteFrame>
  );
}
