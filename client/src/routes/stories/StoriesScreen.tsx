import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { ProductGrid } from "~/features/catalog/ProductGrid";
import { PageFeedback } from "~/features/feedback/PageFeedback";
import { Head, type HeadProps } from "~/features/frame/Head";
import { foreignLanguageOf, LanguageBanner } from "~/features/frame/LanguageBanner";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { PageModule } from "~/features/page/PageContent";
import { PageStructuredData, textsOf } from "~/features/page/PageStructuredData";
import { ShareButton } from "~/features/share/ShareButton";
import { StoryAuthor, StoryContacts } from "~/features/stories/StoryContacts";
import { StoryOverview } from "~/features/stories/StoryOverview";
import { StoryEnd, StoryIntro } from "~/features/stories/StoryPage";
import type { StoriesScreenQuery } from "~/graph/generated/graphql";
import type { BreadcrumbEntry } from "~/ui/breadcrumb/Breadcrumb";
import { ArticleStructuredData, BreadcrumbStructuredData, ListStructuredData } from "~/ui/structured-data/descriptions";
import type { ScreenProps } from "~/routes/screenModule";
import { PageUnavailable } from "~/routes/site/PageUnavailable";
import { Foreign, OverviewBanner, OverviewIntro } from "../OverviewIntro";
import { overviewOf } from "../overview";

type Stories = NonNullable<ScreenProps<StoriesScreenQuery>["resolution"]["stories"]>;

/** What an overview lists. */
function entriesOf(stories: Stories) {
  switch (stories.__typename) {
    case "StoryOverview":
      return stories.stories.map(({ title, url }) => ({ name: title, url }));
    case "StoryContactOverview":
      return stories.contacts;
    default:
      return [];
  }
}

/** The screen of stories: overview, story, authors, the page of an author. */
export function Screen({ resolution, traceId }: ScreenProps<StoriesScreenQuery>) {
  const { formatMessage } = useIntl();
  const { site, locale, breadcrumb, page, stories } = resolution;
  const modules = (stories?.__typename === "Story" ? stories : page)?.modules ?? [];
  const head = (about: HeadProps["page"], image?: string, trail: readonly BreadcrumbEntry[] = breadcrumb) => (
    <>
      <Head
        siteName={site.name}
        locale={locale.openGraphCode}
        page={about}
        feedUrl={stories?.__typename === "StoryOverview" ? stories.feedUrl : undefined}
        texts={import.meta.env.SSR ? textsOf(modules) : undefined}
        image={image}
        type={stories?.__typename === "Story" ? "article" : "website"}
      />
      {import.meta.env.SSR && <BreadcrumbStructuredData entries={trail} />}
    </>
  );
  const overview = (title: string, content: ReactNode) => {
    const { breadcrumb: trail } = overviewOf(title, page, breadcrumb);
    return (
      <SiteFrame
        frame={resolution}
        breadcrumb={trail}
        alternates={page?.alternateVersions}
        banner={
          <OverviewBanner
            page={page}
            entries={stories?.__typename === "StoryOverview" ? stories.stories : []}
            requested={locale.language.languageCode}
          />
        }
      >
        {head(page ?? { title, alternateVersions: [] }, page?.image?.source, trail)}
        {import.meta.env.SSR && (
          <ListStructuredData name={page?.title ?? title} entries={stories ? entriesOf(stories) : []} />
        )}
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
          alternates={stories.alternateVersions}
          banner={
            stories.isLanguageFallback && (
              <LanguageBanner requested={locale.language.languageCode} shown={stories.contentLanguage.languageCode} />
            )
          }
        >
          {head({ ...stories, description: stories.leadText }, stories.teaserImage?.source)}
          {import.meta.env.SSR && (
            <>
              <ArticleStructuredData article={stories} site={site} />
              <PageStructuredData
                title={stories.title}
                modules={stories.modules}
                date={stories.publicationDate}
                site={site}
              />
            </>
          )}
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
                <PageFeedback form={stories.feedbackForm} about={stories.id} site={site.technicalName} />
              )
            }
          />
        </SiteFrame>
      );
    case "StoryContact":
      return (
        <SiteFrame frame={resolution} alternates={stories.alternateVersions}>
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
