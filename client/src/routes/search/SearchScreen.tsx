import { useIntl } from "react-intl";
import { Head } from "~/features/frame/Head";
import { ListBanner } from "~/features/frame/LanguageBanner";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { PageTitle } from "~/features/page/PageTitle";
import { SearchPage } from "~/features/search/SearchPage";
import type { SearchScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screenModule";
import { overviewOf } from "../overview";

/** The screen of search results. */
export function Screen({ resolution }: ScreenProps<SearchScreenQuery>) {
  const { formatMessage } = useIntl();
  const { site, locale, breadcrumb, page, search } = resolution;
  const title = page?.title ?? formatMessage({ id: "search.title" });
  return (
    <SiteFrame
      frame={resolution}
      breadcrumb={overviewOf(title, page, breadcrumb).breadcrumb}
      banner={
        <ListBanner
          languages={search?.results.map((result) => result.excerptLanguage) ?? []}
          requested={locale.language.languageCode}
        />
      }
    >
      <Head
        siteName={site.name}
        locale={locale.openGraphCode}
        page={{ title: search?.query ? `${search.query} – ${title}` : title, alternateVersions: [], isHidden: true }}
      />
      <PageTitle title={title} />
      <SearchPage overview={search} site={site} parts={site.headerNavigation?.items ?? []} />
    </SiteFrame>
  );
}
