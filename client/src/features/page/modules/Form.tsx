import type { FormModuleFragment, PageModuleFragment } from "~/graph/generated/graphql";
import { lazy } from "~/ui/lazy/lazy";

const view = lazy(() => import("./form/FormView"));

/** Fetches what shows forms, where there is one among the modules of a page. */
export function prepareForms(modules: readonly Pick<PageModuleFragment, "__typename">[]) {
  return modules.some((m) => m.__typename === "FormModule") ? view.preload() : undefined;
}

/** A form to be filled in. Few pages have one: what shows it is fetched when it is needed. */
export function FormModule({ module }: { module: FormModuleFragment }) {
  const { FormView } = view.use();
  return <FormView module={module} />;
}
