import type { FormModuleFragment } from "~/graph/generated/graphql";
import { lazy } from "~/lib/lazy";

export const formView = lazy("src/features/page/modules/form/FormView.tsx", () => import("./form/FormView"), "form");

/** A form to be filled in. Few pages have one: what shows it is fetched when it is needed. */
export function FormModule({ module }: { module: FormModuleFragment }) {
  const { FormView } = formView.use();
  return <FormView module={module} />;
}
