import { Suspense } from "react";
import { matchPath, Route, Routes } from "react-router";
import { Spinner } from "~/ui/spinner/Spinner";
import { prepareModules } from "~/features/page/PageContent";
import { lazy } from "~/ui/lazy/lazy";
import { SiteScreen } from "./SiteScreen";

const styleGuide = {
  path: "/style-guide/*",
  module: lazy("src/routes/style-guide/StyleGuide.tsx", () => import("~/routes/style-guide/StyleGuide")),
};

const callback = {
  paths: ["/callback", "/:locale/callback"],
  module: lazy("src/routes/callback/CallbackScreen.tsx", () => import("~/routes/callback/CallbackScreen")),
};

/** Fetches what a path that belongs to no site is made of, so that it can be rendered at once. */
export async function preloadRoute(pathname: string): Promise<void> {
  // The style guide shows every module.
  if (matchPath(styleGuide.path, pathname))
    await Promise.all([
      styleGuide.module.preload(),
      prepareModules([{ __typename: "FormModule" }, { __typename: "InvestorTableModule" }]),
    ]);
  if (callback.paths.some((path) => matchPath(path, pathname))) await callback.module.preload();
}

/** The route table (spec §2). What belongs to no site is named; everything else the server knows. */
export function Screens() {
  return (
    <Suspense fallback={<Spinner size={48} />}>
      <Routes>
        <Route path={styleGuide.path} element={<StyleGuideScreen />} />
        {callback.paths.map((path) => (
          <Route key={path} path={path} element={<CallbackScreen />} />
        ))}
        <Route path="*" element={<SiteScreen />} />
      </Routes>
    </Suspense>
  );
}

function StyleGuideScreen() {
  const { StyleGuide } = styleGuide.module.use();
  return <StyleGuide />;
}

function CallbackScreen() {
  const { Screen } = callback.module.use();
  return <Screen />;
}
