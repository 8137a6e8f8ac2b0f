import type { ReactNode } from "react";
import { Head } from "~/features/frame/Head";
import { useBreadcrumb } from "~/features/portal/portalTitles";
import { PortalShell } from "~/features/frame/portal/PortalShell";
import { type PageShape, PageSkeleton } from "~/features/portal/PageSkeleton";
import { SignInNotice, type SignInStatus } from "~/features/portal/SignInNotice";
import type { PortalBreadcrumbFragment, PortalScreenQuery } from "~/graph/generated/graphql";
import { usePortalCounts } from "~/lib/account/portalCounts";
import type { ResolutionOf } from "~/routes/screenModule";

export interface PortalFrameProps {
  resolution: ResolutionOf<PortalScreenQuery>;
  /** The breadcrumb of the signed-in user, if it differs from the document's, such as with the number of a ticket. */
  breadcrumb?: PortalBreadcrumbFragment["breadcrumb"] | undefined;
  /** The title of the document, if it is not the last breadcrumb entry. */
  title?: string | undefined;
  /** The shape of the page, which is shown during the sign-in; without it, the text of its state is. */
  shape?: PageShape;
  /** The state of the sign-in; undefined if the page can be shown. */
  signIn?: SignInStatus | undefined;
  /** Shown to the signed-in user; empty until then. */
  children: ReactNode;
}

/** The frame of every portal page, and the state of the sign-in. */
export function PortalFrame({ resolution, breadcrumb, title, shape, signIn, children }: PortalFrameProps) {
  const { site, locale } = resolution;
  const trail = useBreadcrumb(breadcrumb ?? resolution.breadcrumb);
  const { waitingTickets, openRequests } = usePortalCounts();
  const waiting = (waitingTickets ?? 0) + (openRequests ?? 0);
  const pageTitle = title ?? trail.at(-1)?.title ?? site.name;
  return (
    <PortalShell frame={resolution} breadcrumb={trail}>
      <Head
        siteName={site.name}
        locale={locale.openGraphCode}
        page={{ title: waiting > 0 ? `(${waiting}) ${pageTitle}` : pageTitle, alternateVersions: [], isHidden: true }}
      />
      {signIn ? (
        <SignInNotice
          status={signIn}
          homeUrl={site.homeUrl}
          skeleton={shape && <PageSkeleton shape={shape} title={pageTitle} />}
        />
      ) : (
        children
      )}
    </PortalShell>
  );
}
