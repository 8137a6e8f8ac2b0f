import type { FormModuleFragment } from "~/graph/generated/graphql";
import { lazy } from "~/lib/loading/lazy";

export const formView = lazy("src/features/page/modules/form/FormView.tsx", () => import("./form/FormView"), "form");

/** A form. Few pages have one: its component is loaded on demand. */
export function FormModule({ module }: { module: FormModuleFragment }) {
  const { FormView } = formView.use();
  return <FormView module={module} />;
}
