import { Suspense } from "react";
import { useIntl } from "react-intl";
import { useLocation } from "react-router";
import type { CatalogPageFragment } from "~/graph/generated/graphql";
import { useForeignLanguage } from "~/i18n/useForeignLanguage";
import { longWord } from "~/ui/heading/longWord";
import { Picture } from "~/ui/picture/Picture";
import { Section } from "~/ui/section/Section";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { ClassificationGrid } from "./ClassificationGrid";
import { Finder, finderFieldsOf } from "./Finder";
import type { ProductAction } from "./ListingActions";
import { ProductListing } from "./ProductListing";
import styles from "./CatalogPage.module.css";

/** The first section of a classification page. */
export function ClassificationIntro({
  classification: c,
}: {
  classification: NonNullable<CatalogPageFragment["classification"]>;
}) {
  const foreign = useForeignLanguage();
  return (
    <header className={styles.intro}>
      <div className={styles.introText}>
        <h1 className={styles.title} lang={foreign(c.nameLanguage.languageTag)} data-long-word={longWord(c.name)}>
          {c.name}
        </h1>
        {c.description && (
          <p className={styles.lead} lang={foreign(c.contentLanguage.languageTag)}>
            {c.description}
          </p>
        )}
      </div>
      {c.image && (
        <div className={styles.introMedia}>
          {/* Phones do not show it (CatalogPage.module.css): they load the smallest candidate. */}
          <Picture
            picture={{ ...c.image, url: c.image.source }}
            priority
            sizes="(min-width: 64rem) 40vw, (min-width: 40rem) 100vw, 1px"
          />
        </div>
      )}
    </header>
  );
}

/** The finder above the groups of a catalogue page; without groups, and with results, the filters are there instead. */
export function CatalogFinder({ page, isInset }: { page: CatalogPageFragment; isInset?: boolean }) {
  const { pathname } = useLocation();
  const fields = finderFieldsOf(page.listing?.figures ?? []);
  if (page.children.length === 0 || page.listing?.isFiltered || fields.length === 0) return null;
  return (
    <Finder
      action={pathname}
      fields={fields}
      units={page.listing?.units}
      isOfAllBrands={page.listing?.siteBrand?.isSelected === false}
      isInset={isInset}
    />
  );
}

/** The sections of a catalogue page: child classifications, products or services. Each is hydrated separately. */
export function CatalogSections({ page, action }: { page: CatalogPageFragment; action?: ProductAction }) {
  const { formatMessage } = useIntl();
  const groups = page.children.length > 0 && (
    <Suspense>
      <Section
        id="groups"
        title={formatMessage({ id: page.type === "SERVICE" ? "catalog.serviceGroups" : "catalog.productGroups" })}
      >
        <ClassificationGrid classifications={page.children} />
      </Section>
    </Suspense>
  );
  // The results of a visitor who has chosen a filter come before the groups, and so do the filters.
  const isFiltered = page.listing?.isFiltered === true;
  const listTitle = page.type === "SERVICE" ? "catalog.services" : "catalog.products";
  return (
    <>
      {!isFiltered && groups}
      {page.listing ? (
        (page.listing.total > 0 || page.listing.isFiltered) && (
          <Suspense>
            <Section
              id="products"
              className={styles.products}
              title={formatMessage({ id: isFiltered ? "catalog.results" : listTitle })}
            >
              <ProductListing listing={page.listing} isOfServices={page.type === "SERVICE"} action={action} />
            </Section>
          </Suspense>
        )
      ) : (
        <CatalogUnavailable />
      )}
      {isFiltered && groups}
    </>
  );
}

/** Shown in place of products or services that cannot be listed now; the rest of the page stays. */
export function CatalogUnavailable() {
  const { formatMessage } = useIntl();
  return (
    <Section id="products" layout="plain">
      <FlashMessage flash={{ static: true, text: formatMessage({ id: "listing.unavailable" }) }} />
    </Section>
  );
}
