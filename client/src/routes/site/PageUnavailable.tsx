import type { Frame } from "~/features/frame/frameMemory";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { ErrorPage } from "~/features/state/ErrorPage";

export interface PageUnavailableProps {
  frame: Frame;
  traceId: string | undefined;
  /** Loads the page again; nothing where a reload of the document does that. */
  onRetry?: (() => void) | undefined;
}

/** Says in the frame of its site that a page cannot be shown now. */
export function PageUnavailable({ frame, traceId, onRetry }: PageUnavailableProps) {
  const { site, breadcrumb } = frame;
  return (
    // The error page has a breadcrumb of its own.
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
