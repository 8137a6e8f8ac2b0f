import { type Lazy, lazy } from "~/lib/loading/lazy";
import type { TextBundle } from "~/i18n/textBundles";
import type { ScreenModule, Screens } from "./screenModule";

/** The text bundles of the screens of a folder, besides those of every page. */
const textBundlesOfFolder: Record<string, readonly TextBundle[]> = {
  portal: ["portal", "form"],
  editor: ["editor", "form"],
  request: ["form"],
};

const modules = import.meta.glob<ScreenModule>("./*/*Screen.tsx");

const byName = new Map<string, Lazy<ScreenModule>>();
for (const [path, load] of Object.entries(modules)) {
  const name = /(\w+)\.tsx$/.exec(path)?.[1] ?? path;
  const [, folder = ""] = path.split("/");
  byName.set(name, lazy(path.replace("./", "src/routes/"), load, ...(textBundlesOfFolder[folder] ?? [])));
}

/** The modules `routes/<folder>/<Name>Screen.tsx` by name. */
export const screens: Screens = {
  has: (name) => byName.has(name),
  of(name) {
    const screen = byName.get(name);
    if (!screen) throw new Error(`There is no screen ${name}.`);
    return screen;
  },
};
