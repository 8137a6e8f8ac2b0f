import { CatalogSections } from "~/features/catalog/CatalogPage";
import { ProductIntro, ProductSections } from "~/features/catalog/ProductPage";
import { LocationList } from "~/features/locations/LocationList";
import { PageModule } from "~/features/page/PageContent";
import { PositionOverview } from "~/features/page/position/PositionOverview";
import { ReportChapter, ReportContents } from "~/features/report/ReportLayout";
import { Section } from "~/ui/section/Section";
import { groups, listing, product } from "../samples/catalog";
import { locationOverview } from "../samples/locations";
import { modules } from "../samples/modules";
import { positionOverview } from "../samples/positions";
import { reportChapter, reportCover } from "../samples/report";
import { SpecimenPage } from "../Specimen";

/** All page modules, and the parts of catalogue and report pages. */
export function ModulesPage() {
  return (
    <SpecimenPage
      title="Modules"
      lead="The modules of pages, and the parts of the catalogue and of reports, with sample content."
    >
      {modules.map((module) => (
        <PageModule
          key={module.id}
          module={module}
          locations={<LocationList overview={locationOverview} />}
          positions={<PositionOverview overview={positionOverview} />}
        />
      ))}
      <CatalogSections page={{ type: "PRODUCT", classification: null, children: groups, listing }} />
      <ProductIntro product={product} />
      <ProductSections product={product} system="METRIC" />
      <ReportContents report={reportCover} />
      <ReportChapter
        report={reportChapter}
        anchors={[
          { id: "sample-directions", title: "Directions" },
          { id: "sample-goals", title: "Goals" },
        ]}
      >
        <Section id="sample-directions" title="Directions">
          <p>A chapter is one column, with the other chapters of its report beside it.</p>
        </Section>
        <Section id="sample-goals" title="Goals">
          <p>On a small screen they are folded above it.</p>
        </Section>
      </ReportChapter>
    </SpecimenPage>
  );
}
