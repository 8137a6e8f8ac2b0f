import { PageModule } from "~/features/page/PageContent";
import { modules } from "../samples/modules";
import { SpecimenPage } from "../Specimen";

/** All modules that a page can be made of. */
export function ModulesPage() {
  return (
    <SpecimenPage title="Modules" lead="What editors build pages from, with sample content.">
      {modules.map((module) => (
        <PageModule key={module.id} module={module} />
      ))}
    </SpecimenPage>
  );
}
