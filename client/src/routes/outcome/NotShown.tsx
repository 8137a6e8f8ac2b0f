import { SiteFrame } from "~/features/frame/SiteFrame";
import { ErrorPage } from "~/features/state/ErrorPage";
import type { FrameFragment } from "~/graph/generated/graphql";

export interface NotShownProps {
  resolution: Omit<FrameFragment, "__typename">;
  traceId: string | undefined;
}

/** Says inside its site that what is at an address cannot be shown now. */
export function NotShown({ resolution, traceId }: NotShownProps) {
  const { site, locale, breadcrumb, localeVersions, theme } = resolution;
  return (
    // The error page has a breadcrumb of its own.
    <SiteFrame site={site} locale={locale} breadcrumb={[]} versions={localeVersions} theme={theme}>
      <ErrorPage homeUrl={site.homeUrl} homeTitle={breadcrumb[0]?.title} siteName={site.name} traceId={traceId} />
    </SiteFrame>
  );
}
