import { SiteFrame } from "~/features/frame/SiteFrame";
import { PageModule } from "~/features/page/PageContent";
import { NotFoundPage } from "~/features/state/NotFoundPage";
import type { NothingHereFragment } from "~/graph/generated/graphql";

/** Says inside its site that nothing is at an address. */
export function NothingHere({ resolution }: { resolution: NothingHereFragment }) {
  const { site, locale, breadcrumb, localeVersions, message, page } = resolution;
  return (
    <SiteFrame site={site} locale={locale} breadcrumb={breadcrumb} versions={localeVersions} theme={site.theme}>
      <title>{`404 – ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <NotFoundPage message={message} homeUrl={site.homeUrl} />
      {/* What the site's editors say to somebody who is lost; its hero would be a second title. */}
      {page?.modules
        .filter((m) => m.__typename !== "HeroModule")
        .map((m) => (
          <PageModule key={m.id} module={m} />
        ))}
    </SiteFrame>
  );
}
