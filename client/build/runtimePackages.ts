/**
 * The packages that the server's scripts load from `node_modules`, and do not contain: sharp is native code, piscina
 * starts a script of its own, and the PDF library reads files of its packages.
 */
export const loadedPackages = ["sharp", "piscina", "@react-pdf/renderer"];

type Names = Record<string, string>;

/** A package-lock.json: its packages by folder, such as `node_modules/sharp`. */
export interface Lock {
  packages: Record<string, Partial<Record<"dependencies" | "optionalDependencies" | "peerDependencies", Names>>>;
}

/**
 * The folders of packages and of all that they depend on, as far as they are installed: optional packages are for one
 * platform.
 */
export function foldersOf(names: string[], lock: Lock, isInstalled: (folder: string) => boolean): string[] {
  const folders = new Set<string>();
  const add = (name: string, dependent: string) => {
    const folder = folderOf(name, dependent, lock);
    if (!folder || folders.has(folder) || !isInstalled(folder)) return;
    folders.add(folder);
    const { dependencies, optionalDependencies, peerDependencies } = lock.packages[folder] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      add(needed, folder);
  };
  for (const name of names) add(name, "");
  return [...folders].sort();
}

/** The folder from which Node loads a package for a dependent: its own, or the nearest one above it. */
function folderOf(name: string, dependent: string, { packages }: Lock): string | undefined {
  for (let above = dependent; ; above = above.slice(0, Math.max(0, above.lastIndexOf("/node_modules/")))) {
    const folder = `${above ? `${above}/` : ""}node_modules/${name}`;
    if (packages[folder]) return folder;
    if (!above) return undefined;
  }
}
