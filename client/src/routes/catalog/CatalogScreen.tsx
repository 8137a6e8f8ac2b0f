import { useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import {
  CatalogFinder,
  CatalogSections,
  CatalogUnavailable,
  ClassificationIntro,
} from "~/features/catalog/CatalogPage";
import { ProductIntro, ProductSections } from "~/features/catalog/ProductPage";
import { ProductStructuredData } from "~/features/catalog/ProductStructuredData";
import { useSummary } from "~/features/catalog/useSummary";
import { CompareToggle } from "~/features/compare/CompareToggle";
import { PageFeedback } from "~/features/feedback/PageFeedback";
import { Head } from "~/features/frame/Head";
import { foreignLanguageOf, LanguageBanner, ListBanner } from "~/features/frame/LanguageBanner";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { textsOf } from "~/features/page/PageStructuredData";
import { variantParameter } from "~/lib/url/clientParameters";
import { lazy } from "~/lib/loading/lazy";
import { useMeasurementSystem } from "~/ui/measurement/measurement";
import { RequestBar } from "~/ui/request/RequestBar";
import { RequestLinks } from "~/ui/request/RequestLinks";
import { Section } from "~/ui/section/Section";
import { BreadcrumbStructuredData, ListStructuredData } from "~/ui/structured-data/descriptions";
import type { ScreenProps } from "~/routes/screenModule";
import { PageUnavailable } from "~/routes/site/PageUnavailable";
import { OverviewBanner, OverviewIntro } from "../OverviewIntro";
import { overviewOf } from "../overview";
import styles from "./CatalogScreen.module.css";
import type {
  CatalogPageFragment,
  CatalogScreenQuery,
  PageHeadFragment,
  ProductTeaserFragment,
} from "~/graph/generated/graphql";

const comparisonPage = lazy(
  "src/features/compare/ComparisonPage.tsx",
  () => import("~/features/compare/ComparisonPage"),
);

/** Loads the code that only comparisons need. */
export function prepare({ comparison }: Extract<CatalogScreenQuery["resolve"], { __typename: "PageResolution" }>) {
  return comparison ? comparisonPage.preload() : undefined;
}

const compareAction = (product: ProductTeaserFragment, isInTable: boolean) =>
  product.type === "PRODUCT" && <CompareToggle product={product} isIconOnly={isInTable} />;

/** What a page of the catalogue lists: its products, without any the classifications below it. */
function entriesOf({ listing, children }: CatalogPageFragment) {
  return listing && listing.items.length > 0 ? listing.items.map(({ product }) => product) : children;
}

/** The screen of products and services: overview, classification, product, service. */
export function Screen({ resolution, traceId }: ScreenProps<CatalogScreenQuery>) {
  const { formatMessage } = useIntl();
  const [parameters] = useSearchParams();
  const { site, locale, breadcrumb, page, catalog, comparison } = resolution;
  const head = { siteName: site.name, locale: locale.openGraphCode };
  const summary = useSummary(site.name);
  const variantId = parameters.get(variantParameter);
  const requests = site.parts.includes("REQUESTS");
  const [units] = useMeasurementSystem(locale.defaultMeasurementSystem);
  const languageBanner = (
    { isLanguageFallback, contentLanguage }: Pick<PageHeadFragment, "isLanguageFallback" | "contentLanguage">,
    subject: "product" | "list",
  ) =>
    isLanguageFallback && (
      <LanguageBanner requested={locale.language.languageCode} shown={contentLanguage.languageCode} subject={subject} />
    );
  if (!catalog && !page) return <PageUnavailable frame={resolution} traceId={traceId} />;
  if (comparison) {
    const title = formatMessage({ id: comparison.isShown ? "compare.title" : "compare.basket" });
    const { ComparisonPage } = comparisonPage.use();
    return (
      <SiteFrame
        frame={resolution}
        banner={
          <ListBanner
            languages={comparison.columns.map(({ product }) => foreignLanguageOf(product))}
            requested={locale.language.languageCode}
          />
        }
      >
        {/* Visitors can make any number of comparisons. */}
        <Head {...head} page={{ title, alternateVersions: [], isHidden: true }} />
        <ComparisonPage comparison={comparison} system={locale.defaultMeasurementSystem} />
      </SiteFrame>
    );
  }
  if (catalog?.__typename === "Product") {
    const request = {
      requestUrl: catalog.requestUrl,
      model: variantId,
      // The server knows the units of the country.
      units: units === locale.defaultMeasurementSystem ? undefined : units,
    };
    return (
      <SiteFrame
        frame={resolution}
        requestUrl={catalog.requestUrl}
        alternates={catalog.alternateVersions}
        banner={languageBanner(catalog, "product")}
      >
        <Head
          {...head}
          brand={catalog.brand?.name}
          page={{
            // The name of a machine alone does not say what it is.
            title: catalog.classification ? `${catalog.name} – ${catalog.classification.name}` : catalog.name,
            description: catalog.shortDescription,
            canonicalUrl: catalog.canonicalUrl,
            alternateVersions: catalog.alternateVersions,
          }}
          texts={[catalog.longDescription, ...catalog.benefits, summary(catalog.name, [catalog.classification])]}
          image={catalog.images[0]?.source}
          type={catalog.type === "PRODUCT" ? "product" : "website"}
        />
        {import.meta.env.SSR && (
          <>
            <ProductStructuredData product={catalog} site={site} />
            <BreadcrumbStructuredData entries={breadcrumb} />
          </>
        )}
        <ProductIntro
          product={catalog}
          action={
            <>
              {requests && (
                <RequestLinks
                  {...request}
                  offered={["quote", catalog.type === "PRODUCT" ? "demonstration" : "callBack"]}
                  size="small"
                  className={styles.request}
                />
              )}
              {catalog.type === "PRODUCT" && <CompareToggle product={catalog} variantId={variantId} />}
            </>
          }
        />
        <ProductSections key={catalog.slug} product={catalog} system={locale.defaultMeasurementSystem} />
        {site.parts.includes("SUBMISSIONS") && (
          <Section layout="plain">
            <PageFeedback form={catalog.feedbackForm} about={catalog.slug} site={site.technicalName} />
          </Section>
        )}
        {requests && <RequestBar name={catalog.name} {...request} />}
      </SiteFrame>
    );
  }
  const classification = catalog?.classification;
  if (catalog && classification) {
    return (
      <SiteFrame
        frame={resolution}
        alternates={classification.alternateVersions}
        banner={languageBanner(classification, "list")}
      >
        <Head
          {...head}
          page={{
            title: classification.name,
            description: classification.description,
            canonicalUrl: classification.canonicalUrl,
            alternateVersions: classification.alternateVersions,
          }}
          texts={[
            summary(classification.name, [
              ...catalog.children,
              ...(catalog.listing?.items.map(({ product }) => product) ?? []),
            ]),
          ]}
          image={classification.image?.source}
        />
        {import.meta.env.SSR && (
          <>
            <ListStructuredData name={classification.name} entries={entriesOf(catalog)} />
            <BreadcrumbStructuredData entries={breadcrumb} />
          </>
        )}
        <ClassificationIntro classification={classification} />
        <CatalogFinder page={catalog} />
        <CatalogSections page={catalog} action={compareAction} />
      </SiteFrame>
    );
  }
  // The overview starts with the editors' content if there is any.
  const area = formatMessage({ id: catalog?.type === "SERVICE" ? "catalog.services" : "catalog.products" });
  const { title, breadcrumb: trail } = overviewOf(area, page, breadcrumb);
  return (
    <SiteFrame
      frame={resolution}
      breadcrumb={trail}
      alternates={page?.alternateVersions}
      banner={<OverviewBanner page={page} requested={locale.language.languageCode} />}
    >
      <Head
        {...head}
        page={page ?? { title, alternateVersions: [] }}
        texts={import.meta.env.SSR && page ? textsOf(page.modules) : undefined}
        image={page?.image?.source}
      />
      {import.meta.env.SSR && (
        <>
          {catalog && <ListStructuredData name={page?.title ?? title} entries={entriesOf(catalog)} />}
          <BreadcrumbStructuredData entries={trail} />
        </>
      )}
      {/* Results come directly below the title. */}
      <OverviewIntro page={page && catalog?.listing?.isFiltered ? { ...page, modules: [] } : page} title={title}>
        {catalog && <CatalogFinder page={catalog} isInset />}
      </OverviewIntro>
      {catalog ? <CatalogSections page={catalog} action={compareAction} /> : <CatalogUnavailable />}
    </SiteFrame>
  );
}
