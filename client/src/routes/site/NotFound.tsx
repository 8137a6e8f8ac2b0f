import { SiteFrame } from "~/features/frame/SiteFrame";
import { WaysOn } from "~/features/frame/WaysOn";
import { PageModule } from "~/features/page/PageContent";
import { NotFoundPage } from "~/features/state/NotFoundPage";
import { NotFoundSearch } from "~/features/state/NotFoundSearch";
import type { NotFoundFragment } from "~/graph/generated/graphql";
import type { WithSite } from "../screenModule";

/** Shows the "not found" page of a site within its frame. */
export function NotFound({ resolution }: { resolution: WithSite<NotFoundFragment> }) {
  const { site, message, searchText, page } = resolution;
  return (
    <SiteFrame frame={{ ...resolution, theme: site.theme }}>
      <title>{`404 – ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <NotFoundPage
        message={message}
        homeUrl={site.homeUrl}
        search={<NotFoundSearch key={searchText} searchUrl={site.searchUrl} words={searchText} />}
      >
        <WaysOn site={site} homeUrl={site.homeUrl} />
      </NotFoundPage>
      {/* The content of the site's error page, without its hero, which would be a second title. */}
      {page?.modules
        .filter((m) => m.__typename !== "HeroModule")
        .map((m) => (
          <PageModule key={m.id} module={m} />
        ))}
    </SiteFrame>
  );
}
