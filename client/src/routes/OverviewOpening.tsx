import { PageContent } from "~/features/page/PageContent";
import { PageTitle } from "~/features/page/PageTitle";
import type { PageContentFragment } from "~/graph/generated/graphql";

/** What comes first on an overview that is no content page: what its editors say where they say something, else its title. */
export function OverviewOpening({ page, title }: { page: PageContentFragment | null | undefined; title: string }) {
  return page && page.modules.length > 0 ? <PageContent page={page} /> : <PageTitle title={page?.title ?? title} />;
}
