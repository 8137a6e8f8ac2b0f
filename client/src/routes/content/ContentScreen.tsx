import { useQuery } from "@apollo/client/react";
import { lazy } from "~/ui/lazy/lazy";
import { NotShown } from "~/routes/outcome/NotShown";
import { Outcome } from "~/routes/outcome/Outcome";
import type { ScreenProps } from "~/routes/screen";
import { Head } from "~/features/frame/Head";
import { LanguageBanner } from "~/features/frame/LanguageBanner";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { anchorsOf, PageContent, prepareModules } from "~/features/page/PageContent";
import { ContentScreenDocument, type ContentScreenQuery } from "~/graph/generated/graphql";

type ContentResolution = Extract<ContentScreenQuery["resolve"], { __typename: "PageResolution" }>;

const productPage = lazy("src/features/catalog/ProductPage.tsx", () => import("~/features/catalog/ProductPage"));
const reportLayout = lazy("src/features/report/ReportLayout.tsx", () => import("~/features/report/ReportLayout"));
const gatePage = lazy("src/features/gate/GatePage.tsx", () => import("~/features/gate/GatePage"));

/** The screen of content pages. */
export function Screen({ url }: ScreenProps) {
  const { data, previousData, error } = useQuery(ContentScreenDocument, { variables: { url } });
  return (
    <Outcome resolution={(data ?? previousData)?.resolve} error={error}>
      {(page: ContentResolution, traceId) => <ContentPage resolution={page} traceId={traceId} />}
    </Outcome>
  );
}

export { ContentScreenDocument as document };

/** The few pages that carry a product, a form or figures, are of a report, or stand behind a gate, need what shows it. */
export function prepare(data: unknown) {
  const resolution = (data as ContentScreenQuery | null)?.resolve;
  if (resolution?.__typename !== "PageResolution") return undefined;
  const { page } = resolution;
  if (page?.isLocked) return gatePage.preload();
  return Promise.all([
    prepareModules(page?.modules ?? []),
    page?.injection?.product && productPage.preload(),
    page?.report && reportLayout.preload(),
  ]);
}

function ContentPage({ resolution, traceId }: { resolution: ContentResolution; traceId: string | undefined }) {
  const { site, locale, breadcrumb, page, localeVersions, theme, locations } = resolution;
  const frame = { site, locale, breadcrumb, versions: localeVersions, theme };
  if (!page) return <NotShown resolution={resolution} traceId={traceId} />;
  const { contentLanguage, injection } = page;
  const foreign = contentLanguage.languageCode !== locale.language.languageCode;
  return (
    <SiteFrame
      {...frame}
      header={page.header}
      contentLanguage={foreign ? contentLanguage.languageCode : undefined}
      banner={
        (page.isLanguageFallback || page.isLanguageUnavailable) && (
          <LanguageBanner wanted={locale.language.languageCode} shown={contentLanguage.languageCode} />
        )
      }
    >
      <Head
        siteName={site.name}
        locale={locale.code}
        // What the page carries has its own address.
        page={injection?.product?.canonicalUrl ? { ...page, canonicalUrl: injection.product.canonicalUrl } : page}
        image={page.image?.source}
      />
      {page.isLocked ? (
        <Gate title={page.title} gateId={page.gateId ?? page.id} />
      ) : page.report ? (
        <Report page={page} report={page.report} locations={locations} />
      ) : (
        <PageContent page={page} locations={locations} />
      )}
      {injection?.product && (
        <InjectedProduct product={injection.product} system={locale.defaultMeasurementSystem} />
      )}
    </SiteFrame>
  );
}

function Gate(props: React.ComponentProps<ReturnType<typeof gatePage.use>["GatePage"]>) {
  const { GatePage } = gatePage.use();
  return <GatePage {...props} />;
}

type ReportProps = Pick<React.ComponentProps<typeof PageContent>, "page" | "locations"> & {
  report: React.ComponentProps<ReturnType<typeof reportLayout.use>["ReportChapter"]>["report"];
};

/** A page of a report: the one that it begins with, which lists its chapters, or a chapter. */
function Report({ page, report, locations }: ReportProps) {
  const { ReportChapter, ReportContents } = reportLayout.use();
  if (report.number == null) {
    return <PageContent page={page} locations={locations} contents={<ReportContents report={report} />} />;
  }
  return (
    <ReportChapter report={report} anchors={anchorsOf(page)}>
      <PageContent page={page} locations={locations} contents={null} />
    </ReportChapter>
  );
}

/** The product or service that a page carries, below what the page says itself. */
function InjectedProduct(props: React.ComponentProps<ReturnType<typeof productPage.use>["ProductSections"]>) {
  const { ProductSections } = productPage.use();
  return <ProductSections {...props} />;
}
