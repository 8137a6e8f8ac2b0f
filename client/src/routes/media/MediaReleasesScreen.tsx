import { useIntl } from "react-intl";
import { Head } from "~/features/frame/Head";
import { foreignLanguageOf, LanguageBanner } from "~/features/frame/LanguageBanner";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { MediaReleaseOverview } from "~/features/media/MediaReleaseOverview";
import { MediaContact, MediaReleaseIntro } from "~/features/media/MediaReleasePage";
import { PageModule } from "~/features/page/PageContent";
import { PageStructuredData, textsOf } from "~/features/page/PageStructuredData";
import { ShareButton } from "~/features/share/ShareButton";
import type { MediaReleasesScreenQuery } from "~/graph/generated/graphql";
import { ArticleStructuredData, BreadcrumbStructuredData, ListStructuredData } from "~/ui/structured-data/descriptions";
import type { ScreenProps } from "~/routes/screenModule";
import { PageUnavailable } from "~/routes/site/PageUnavailable";
import { Foreign, OverviewBanner, OverviewIntro } from "../OverviewIntro";
import { overviewOf } from "../overview";

/** The screen of media releases: overview and release. */
export function Screen({ resolution, traceId }: ScreenProps<MediaReleasesScreenQuery>) {
  const { formatMessage } = useIntl();
  const { site, locale, breadcrumb, page, mediaReleases: shown } = resolution;
  switch (shown?.__typename) {
    case "MediaRelease":
      return (
        <SiteFrame
          frame={resolution}
          alternates={shown.alternateVersions}
          banner={
            shown.isLanguageFallback && (
              <LanguageBanner requested={locale.language.languageCode} shown={shown.contentLanguage.languageCode} />
            )
          }
        >
          <Head
            siteName={site.name}
            locale={locale.openGraphCode}
            page={{ ...shown, description: shown.leadText }}
            texts={import.meta.env.SSR ? textsOf(shown.modules) : undefined}
            type="article"
          />
          {import.meta.env.SSR && (
            <>
              <BreadcrumbStructuredData entries={breadcrumb} />
              <ArticleStructuredData article={shown} site={site} />
              <PageStructuredData
                title={shown.title}
                modules={shown.modules}
                date={shown.publicationDate}
                site={site}
              />
            </>
          )}
          <MediaReleaseIntro release={shown} action={<ShareButton />} />
          <Foreign language={foreignLanguageOf(shown)}>
            {shown.modules.map((module) => (
              <PageModule key={module.id} module={module} />
            ))}
          </Foreign>
          {shown.contact && <MediaContact contact={shown.contact} />}
        </SiteFrame>
      );
    case "MediaReleaseOverview": {
      const title = formatMessage({ id: "media.title" });
      const { breadcrumb: trail } = overviewOf(title, page, breadcrumb);
      return (
        <SiteFrame
          frame={resolution}
          breadcrumb={trail}
          alternates={page?.alternateVersions}
          banner={<OverviewBanner page={page} entries={shown.mediaReleases} requested={locale.language.languageCode} />}
        >
          <Head
            siteName={site.name}
            locale={locale.openGraphCode}
            page={page ?? { title, alternateVersions: [] }}
            feedUrl={shown.feedUrl}
            texts={import.meta.env.SSR && page ? textsOf(page.modules) : undefined}
            image={page?.image?.source}
          />
          {import.meta.env.SSR && (
            <>
              <ListStructuredData
                name={page?.title ?? title}
                entries={shown.mediaReleases.map((release) => ({ name: release.title, url: release.url }))}
              />
              <BreadcrumbStructuredData entries={trail} />
            </>
          )}
          <OverviewIntro page={page} title={title} />
          <MediaReleaseOverview overview={shown} />
        </SiteFrame>
      );
    }
    default:
      return <PageUnavailable frame={resolution} traceId={traceId} />;
  }
}
