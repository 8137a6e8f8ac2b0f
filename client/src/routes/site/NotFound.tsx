import { SiteFrame } from "~/features/frame/SiteFrame";
import { PageModule } from "~/features/page/PageContent";
import { NotFoundPage } from "~/features/state/NotFoundPage";
import type { NotFoundFragment } from "~/graph/generated/graphql";

/** Says in the frame of its site that an address was not found. */
export function NotFound({ resolution }: { resolution: NotFoundFragment }) {
  const { site, message, page } = resolution;
  return (
    <SiteFrame frame={{ ...resolution, theme: site.theme }}>
      <title>{`404 – ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <NotFoundPage message={message} homeUrl={site.homeUrl} />
      {/* The content of the site's error page; its hero would be a second title. */}
      {page?.modules
        .filter((m) => m.__typename !== "HeroModule")
        .map((m) => (
          <PageModule key={m.id} module={m} />
        ))}
    </SiteFrame>
  );
}
