import { useQuery } from "@apollo/client/react";
import { useIntl } from "react-intl";
import type { ScreenProps } from "~/routes/screen";
import { NotShown } from "~/routes/outcome/NotShown";
import { Outcome } from "~/routes/outcome/Outcome";
import { Head } from "~/features/frame/Head";
import { LanguageBanner } from "~/features/frame/LanguageBanner";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { MediaReleaseOverview } from "~/features/media/MediaReleaseOverview";
import { MediaContact, MediaReleaseIntro } from "~/features/media/MediaReleasePage";
import { PageModule } from "~/features/page/PageContent";
import { ShareButton } from "~/features/share/ShareButton";
import { MediaReleasesScreenDocument, type MediaReleasesScreenQuery } from "~/graph/generated/graphql";
import { ArticleFacts, TrailFacts } from "~/ui/facts/Facts";
import { OverviewOpening } from "../OverviewOpening";
import { overviewOf } from "../overview";

type MediaResolution = Extract<MediaReleasesScreenQuery["resolve"], { __typename: "PageResolution" }>;

/** The screen of media releases: overview and release. */
export function Screen({ url }: ScreenProps) {
  const { data, previousData, error } = useQuery(MediaReleasesScreenDocument, { variables: { url } });
  return (
    <Outcome resolution={(data ?? previousData)?.resolve} error={error}>
      {(page: MediaResolution, traceId) => <Entry resolution={page} traceId={traceId} />}
    </Outcome>
  );
}

export { MediaReleasesScreenDocument as document };

function Entry({ resolution, traceId }: { resolution: MediaResolution; traceId: string | undefined }) {
  const { formatMessage } = useIntl();
  const { site, locale, breadcrumb, localeVersions, theme, page, mediaReleases: shown } = resolution;
  const frame = { site, locale, breadcrumb, versions: localeVersions, theme };
  switch (shown?.__typename) {
    case "MediaRelease":
      return (
        <SiteFrame
          {...frame}
          contentLanguage={shown.isLanguageFallback ? shown.contentLanguage.languageCode : undefined}
          banner={
            shown.isLanguageFallback && (
              <LanguageBanner wanted={locale.language.languageCode} shown={shown.contentLanguage.languageCode} />
            )
          }
        >
          <Head siteName={site.name} locale={locale.code} page={{ ...shown, description: shown.leadText }} />
          <TrailFacts entries={breadcrumb} />
          <ArticleFacts
            title={shown.title}
            description={shown.leadText}
            url={shown.canonicalUrl}
            publicationDate={shown.publicationDate}
          />
          <MediaReleaseIntro release={shown} action={<ShareButton />} />
          {shown.modules.map((module) => (
            <PageModule key={module.id} module={module} />
          ))}
          {shown.contact && <MediaContact contact={shown.contact} />}
        </SiteFrame>
      );
    case "MediaReleaseOverview": {
      const title = formatMessage({ id: "media.title" });
      const { breadcrumb: trail } = overviewOf(title, page, breadcrumb);
      return (
        <SiteFrame {...frame} breadcrumb={trail}>
          <Head
            siteName={site.name}
            locale={locale.code}
            page={page ?? { title, alternateVersions: [] }}
            image={page?.image?.source}
          />
          <TrailFacts entries={trail} />
          <OverviewOpening page={page} title={title} />
          <MediaReleaseOverview overview={shown} />
        </SiteFrame>
      );
    }
    default:
      return <NotShown resolution={resolution} traceId={traceId} />;
  }
}
