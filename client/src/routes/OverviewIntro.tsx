import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { foreignLanguageOf, LanguageBanner, ListBanner } from "~/features/frame/LanguageBanner";
import { PageContent } from "~/features/page/PageContent";
import { PageTitle } from "~/features/page/PageTitle";
import type { PageContentFragment, PageHeadFragment } from "~/graph/generated/graphql";
import { useForeignLanguage } from "~/i18n/useForeignLanguage";
import styles from "./OverviewIntro.module.css";

/**
 * The first section of an overview without its own content page: the editors' content if there is any, otherwise the
 * title.
 */
export function OverviewIntro({
  page,
  title,
  children,
}: {
  page: (PageContentFragment & PageHeadFragment) | null | undefined;
  title: string;
  /** Rendered below title and lead. */
  children?: ReactNode;
}) {
  const { locale } = useIntl();
  const foreign = useForeignLanguage();
  const language = page ? foreign(page.contentLanguage.languageTag) : undefined;
  // A part of the interface.
  const intro = children && <Foreign language={language && locale}>{children}</Foreign>;
  const content =
    page && page.modules.length > 0 ? (
      <PageContent page={page} intro={intro} />
    ) : (
      <PageTitle title={page?.title ?? title}>{intro}</PageTitle>
    );
  return <Foreign language={language}>{content}</Foreign>;
}

/** Marks content with its language if it is another one than that of the page, without a box. */
export function Foreign({ language, children }: { language: string | undefined; children: ReactNode }) {
  if (!language) return children;
  return (
    <div className={styles.foreign} lang={language}>
      {children}
    </div>
  );
}

interface OverviewBannerProps {
  page: Pick<PageHeadFragment, "isLanguageFallback" | "contentLanguage"> | null | undefined;
  /** The stories or releases of the page. */
  entries?: readonly { isLanguageFallback: boolean; contentLanguage: { languageTag: string } }[];
  requested: string;
}

/** Tells the visitor that the editors' content, or most of the entries, is in another language. */
export function OverviewBanner({ page, entries = [], requested }: OverviewBannerProps) {
  if (page?.isLanguageFallback) {
    return <LanguageBanner requested={requested} shown={page.contentLanguage.languageTag} subject="list" />;
  }
  return <ListBanner languages={entries.map(foreignLanguageOf)} requested={requested} />;
}
