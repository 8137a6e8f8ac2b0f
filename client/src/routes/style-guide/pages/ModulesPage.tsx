import { CatalogSections } from "~/features/catalog/CatalogPage";
import { ProductIntro, ProductSections } from "~/features/catalog/ProductPage";
import { PageModule } from "~/features/page/PageContent";
import { groups, listing, product } from "../samples/catalog";
import { locationOverview } from "../samples/locations";
import { modules } from "../samples/modules";
import { SpecimenPage } from "../Specimen";

/** All modules that a page can be made of, and what the pages of the catalogue are made of. */
export function ModulesPage() {
  return (
    <SpecimenPage
      title="Modules"
      lead="What editors build pages from, and the parts of the catalogue, with sample content."
    >
      {modules.map((module) => (
        <PageModule key={module.id} module={module} locations={locationOverview} />
      ))}
      <CatalogSections
        page={{ __typename: "CatalogPage", type: "PRODUCT", classification: null, children: groups, listing }}
      />
      <ProductIntro product={product} />
      <ProductSections product={product} system="METRIC" />
    </SpecimenPage>
  );
}
