import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { ProductGrid } from "~/features/catalog/ProductGrid";
import { PageFeedback } from "~/features/feedback/PageFeedback";
import { Head, type HeadProps } from "~/features/frame/Head";
import { foreignLanguageOf, LanguageBanner } from "~/features/frame/LanguageBanner";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { PageModule } from "~/features/page/PageContent";
import { ShareButton } from "~/features/share/ShareButton";
import { StoryAuthor, StoryContacts } from "~/features/stories/StoryContacts";
import { StoryOverview } from "~/features/stories/StoryOverview";
import { StoryEnd, StoryIntro } from "~/features/stories/StoryPage";
import type { StoriesScreenQuery } from "~/graph/generated/graphql";
import { privacyLink } from "~/lib/url/privacyLink";
import type { BreadcrumbEntry } from "~/ui/breadcrumb/Breadcrumb";
import { ArticleStructuredData, BreadcrumbStructuredData } from "~/ui/structured-data/StructuredData";
import type { ScreenProps } from "~/routes/screenModule";
import { PageUnavailable } from "~/routes/site/PageUnavailable";
import { Foreign, OverviewBanner, OverviewIntro } from "../OverviewIntro";
import { overviewOf } from "../overview";

/** The screen of stories: overview, story, authors, the page of an author. */
export function Screen({ resolution, traceId }: ScreenProps<StoriesScreenQuery>) {
  const { formatMessage } = useIntl();
  const { site, locale, breadcrumb, page, stories } = resolution;
  const head = (about: HeadProps["page"], image?: string, trail: readonly BreadcrumbEntry[] = breadcrumb) => (
    <>
      <Head
        siteName={site.name}
        locale={locale.openGraphCode}
        page={about}
        image={image}
        type={stories?.__typename === "Story" ? "article" : "website"}
      />
      <BreadcrumbStructuredData entries={trail} />
    </>
  );
  const overview = (title: string, content: ReactNode) => {
    const { breadcrumb: trail } = overviewOf(title, page, breadcrumb);
    return (
      <SiteFrame
        frame={resolution}
        breadcrumb={trail}
        banner={
          <OverviewBanner
            page={page}
            entries={stories?.__typename === "StoryOverview" ? stories.stories : []}
            requested={locale.language.languageCode}
          />
        }
      >
        {head(page ?? { title, alternateVersions: [] }, page?.image?.source, trail)}
        <OverviewIntro page={page} title={title} />
        {content}
      </SiteFrame>
    );
  };
  switch (stories?.__typename) {
    case "Story":
      return (
        <SiteFrame
          frame={resolution}
          banner={
            stories.isLanguageFallback && (
              <LanguageBanner requested={locale.language.languageCode} shown={stories.contentLanguage.languageCode} />
            )
          }
        >
          {head({ ...stories, description: stories.leadText }, stories.teaserImage?.source)}
          <ArticleStructuredData
            title={stories.title}
            description={stories.leadText}
            url={stories.canonicalUrl}
            publicationDate={stories.publicationDate}
            authors={stories.storyContacts.map((contact) => contact.name)}
            image={stories.teaserImage?.source}
          />
          <StoryIntro story={stories} action={<ShareButton />} />
          <Foreign language={foreignLanguageOf(stories)}>
            {stories.modules.map((module) => (
              <PageModule key={module.id} module={module} />
            ))}
          </Foreign>
          <StoryEnd
            story={stories}
            products={<ProductGrid products={stories.featuredProducts} />}
            feedback={
              site.parts.includes("SUBMISSIONS") && (
                <PageFeedback
                  form={stories.feedbackForm}
                  about={stories.id}
                  site={site.technicalName}
                  privacy={privacyLink(site.footerNavigation?.legalLinks)}
                />
              )
            }
          />
        </SiteFrame>
      );
    case "StoryContact":
      return (
        <SiteFrame frame={resolution}>
          {head({
            title: stories.name,
            description: stories.text,
            canonicalUrl: stories.canonicalUrl,
            alternateVersions: stories.alternateVersions,
          })}
          <StoryAuthor author={stories} />
        </SiteFrame>
      );
    case "StoryOverview":
      return overview(formatMessage({ id: "stories.title" }), <StoryOverview overview={stories} />);
    case "StoryContactOverview":
      return overview(formatMessage({ id: "stories.contacts" }), <StoryContacts overview={stories} />);
    default:
      return <PageUnavailable frame={resolution} traceId={traceId} />;
  }
}
