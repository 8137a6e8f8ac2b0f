import { Suspense } from "react";
import { matchPath, Route, Routes } from "react-router";
import { ContentScreen } from "~/routes/content/ContentScreen";
import { lazyScreen, type LazyScreen } from "~/routes/lazyScreen";
import { Spinner } from "~/ui/spinner/Spinner";

/** The screens that are no content of the sites, by their paths (spec §2, Route table). */
const table: readonly { path: string; screen: LazyScreen }[] = [
  {
    path: "/style-guide/*",
    screen: lazyScreen(() => import("~/routes/style-guide/StyleGuide").then((m) => m.StyleGuide)),
  },
];

/** Fetches what the screen of a path is made of, so that it can be rendered at once. */
export async function preloadScreen(pathname: string): Promise<void> {
  await table.find(({ path }) => matchPath(path, pathname))?.screen.preload();
}

/** The route table. What is no screen of its own is a content page. */
export function Screens() {
  return (
    <Suspense fallback={<Spinner size={48} />}>
      <Routes>
        {table.map(({ path, screen: Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
        <Route path="*" element={<ContentScreen />} />
      </Routes>
    </Suspense>
  );
}
