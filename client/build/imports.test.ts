import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

const root = resolve("client/src");

/** The modules of the app, except generated ones. */
const modules = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((name) => join(root, name))
  .filter((path) => /\.tsx?$/.test(path) && !/\.d\.ts$|\/generated\//.test(path));

/** The modules that a module imports, also those of which it only uses types. */
function importsOf(path: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(path, "utf8"));
  return importedFiles.flatMap(({ fileName }) => {
    if (!/^(?:~\/|\.)/.test(fileName)) return [];
    const target = fileName.startsWith("~/") ? join(root, fileName.slice(2)) : resolve(dirname(path), fileName);
    return [target, `${target}.ts`, `${target}.tsx`].find((one) => existsSync(one) && statSync(one).isFile()) ?? [];
  });
}

/** The modules on circles: those that are left when modules without imports, or without importers, are taken away. */
function modulesOnCircles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  let left = new Map(imports);
  for (let count = -1; count !== left.size;) {
    count = left.size;
    const imported = new Set([...left.values()].flat());
    left = new Map(
      [...left]
        .map(([path, targets]) => [path, targets.filter((target) => left.has(target))] as const)
        .filter(([path, targets]) => targets.length > 0 && imported.has(path)),
    );
  }
  return [...left.keys()].sort();
}

// `import-x/no-cycle` ignores imports of types.
test("no modules import each other, also not for types", () => {
  const circles = modulesOnCircles(new Map(modules.map((path) => [path, importsOf(path)])));
  expect(circles.map((path) => relative(root, path))).toEqual([]);
});

test("finds circles, and modules between two of them", () => {
  const imports = { a: ["b"], b: ["c"], c: ["a", "d"], d: ["e"], e: ["f"], f: ["e", "g"], g: [], h: ["a"] };
  expect(modulesOnCircles(new Map(Object.entries(imports)))).toEqual(["a", "b", "c", "d", "e", "f"]);
});
