import { Suspense } from "react";
import { lazy } from "~/lib/loading/lazy";
import { prepareModules } from "~/features/page/PageContent";
import { Spinner } from "~/ui/spinner/Spinner";

const styleGuide = lazy("src/routes/style-guide/StyleGuide.tsx", () => import("./StyleGuide"), "form", "portal");

/** Loads the style guide with the page modules that are otherwise loaded on demand. */
export const prepareStyleGuide = () =>
  Promise.all([
    styleGuide.preload(),
    prepareModules([{ __typename: "FormModule" }, { __typename: "InvestorTableModule" }]),
  ]);

/** The style guide (URL-33). */
export function StyleGuideRoute() {
  return (
    <Suspense fallback={<Spinner size={48} />}>
      <Content />
    </Suspense>
  );
}

function Content() {
  const { StyleGuide } = styleGuide.use();
  return <StyleGuide />;
}
