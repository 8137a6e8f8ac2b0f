import { useQuery } from "@apollo/client/react";
import { useIntl } from "react-intl";
import type { ScreenProps } from "~/routes/screen";
import { NotShown } from "~/routes/outcome/NotShown";
import { Outcome } from "~/routes/outcome/Outcome";
import { CatalogSections, CatalogUnavailable, ClassificationIntro } from "~/features/catalog/CatalogPage";
import { ProductIntro, ProductSections } from "~/features/catalog/ProductPage";
import { ProductFacts } from "~/features/catalog/ProductFacts";
import { variantParameter } from "~/features/catalog/TechnicalData";
import { CompareToggle } from "~/features/compare/CompareToggle";
import { Head } from "~/features/frame/Head";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { TrailFacts } from "~/ui/facts/Facts";
import { OverviewOpening } from "../OverviewOpening";
import { overviewOf } from "../overview";
import { CatalogScreenDocument, type CatalogScreenQuery, type ProductTeaserFragment } from "~/graph/generated/graphql";

type CatalogResolution = Extract<CatalogScreenQuery["resolve"], { __typename: "PageResolution" }>;

/** The screen of products and services: overview, classification, product, service. */
export function Screen({ url }: ScreenProps) {
  const { data, previousData, error } = useQuery(CatalogScreenDocument, { variables: { url } });
  return (
    <Outcome resolution={(data ?? previousData)?.resolve} error={error}>
      {(page: CatalogResolution, traceId) => <Entry resolution={page} traceId={traceId} />}
    </Outcome>
  );
}

export { CatalogScreenDocument as document };

const compareAction = (product: ProductTeaserFragment) =>
  product.type === "PRODUCT" && <CompareToggle product={product} />;

/** The variant that the visitor looks at. */
const variantInAddress = () => new URLSearchParams(window.location.search).get(variantParameter);

function Entry({ resolution, traceId }: { resolution: CatalogResolution; traceId: string | undefined }) {
  const { formatMessage } = useIntl();
  const { site, locale, breadcrumb, localeVersions, theme, page, catalog } = resolution;
  const frame = { site, locale, breadcrumb, versions: localeVersions, theme };
  const head = { siteName: site.name, locale: locale.code };
  if (!catalog && !page) return <NotShown resolution={resolution} traceId={traceId} />;
  if (catalog?.__typename === "Product") {
    return (
      <SiteFrame {...frame}>
        <Head
          {...head}
          page={{
            title: catalog.name,
            description: catalog.shortDescription,
            canonicalUrl: catalog.canonicalUrl,
            alternateVersions: catalog.alternateVersions,
          }}
          image={catalog.images[0]?.source}
        />
        <ProductFacts product={catalog} />
        <TrailFacts entries={breadcrumb} />
        <ProductIntro product={catalog} action={<CompareToggle product={catalog} variantId={variantInAddress} />} />
        <ProductSections product={catalog} system={locale.defaultMeasurementSystem} />
      </SiteFrame>
    );
  }
  const classification = catalog?.classification;
  if (catalog && classification) {
    return (
      <SiteFrame {...frame}>
        <Head
          {...head}
          page={{
            title: classification.name,
            description: classification.description,
            canonicalUrl: classification.canonicalUrl,
            alternateVersions: classification.alternateVersions,
          }}
          image={classification.image?.source}
        />
        <TrailFacts entries={breadcrumb} />
        <ClassificationIntro classification={classification} />
        <CatalogSections page={catalog} action={compareAction} />
      </SiteFrame>
    );
  }
  // The overview: what its editors say comes first, where they say something.
  const area = formatMessage({ id: catalog?.type === "SERVICE" ? "catalog.services" : "catalog.products" });
  const { title, breadcrumb: trail } = overviewOf(area, page, breadcrumb);
  return (
    <SiteFrame {...frame} breadcrumb={trail}>
      <Head {...head} page={page ?? { title, alternateVersions: [] }} image={page?.image?.source} />
      <OverviewOpening page={page} title={title} />
      {catalog ? <CatalogSections page={catalog} action={compareAction} /> : <CatalogUnavailable />}
    </SiteFrame>
  );
}
