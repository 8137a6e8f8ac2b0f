import { useQuery } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { Outcome } from "~/routes/outcome/Outcome";
import type { ScreenProps } from "~/routes/screen";
import { Head } from "~/features/frame/Head";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { PageTitle } from "~/features/page/PageTitle";
import { SearchPage } from "~/features/search/SearchPage";
import { SearchScreenDocument, type SearchScreenQuery } from "~/graph/generated/graphql";

type SearchResolution = Extract<SearchScreenQuery["resolve"], { __typename: "PageResolution" }>;

/** The screen of what was found. */
export function Screen({ url }: ScreenProps) {
  const { data, previousData, error } = useQuery(SearchScreenDocument, { variables: { url } });
  return (
    <Outcome resolution={(data ?? previousData)?.resolve} error={error}>
      {(page: SearchResolution) => <Found resolution={page} />}
    </Outcome>
  );
}

export { SearchScreenDocument as document };

function Found({ resolution }: { resolution: SearchResolution }) {
  const { formatMessage } = useIntl();
  const { site, locale, breadcrumb, localeVersions, theme, page, search } = resolution;
  const title = page?.title ?? formatMessage({ id: "search.title" });
  return (
    <SiteFrame
      site={site}
      locale={locale}
      breadcrumb={page ? breadcrumb : [...breadcrumb, { title, url: null }]}
      versions={localeVersions}
      theme={theme}
    >
      <Head
        siteName={site.name}
        locale={locale.code}
        page={{ title: search?.query ? `${search.query} – ${title}` : title, alternateVersions: [], isHidden: true }}
      />
      <PageTitle title={title} />
      <SearchPage overview={search} site={site} parts={site.headerNavigation?.items ?? []} />
    </SiteFrame>
  );
}
