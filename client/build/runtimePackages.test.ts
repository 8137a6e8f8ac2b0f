import { existsSync, readFileSync } from "node:fs";
import { type Lock, foldersOf, loadedPackages } from "./runtimePackages";

const lock: Lock = {
  packages: {
    "": { dependencies: { pictures: "1", other: "1" } },
    "node_modules/pictures": {
      dependencies: { colors: "2", cycle: "1" },
      optionalDependencies: { "@native/arm": "1" },
    },
    "node_modules/pictures/node_modules/colors": { dependencies: { names: "1" } },
    "node_modules/colors": {},
    "node_modules/names": { peerDependencies: { peer: "1" } },
    "node_modules/peer": {},
    "node_modules/cycle": { dependencies: { pictures: "1", colors: "1" } },
    "node_modules/@native/arm": {},
    "node_modules/other": {},
  },
};

test("lists what a package depends on, each from the folder that Node loads it from", () => {
  expect(foldersOf(["pictures"], lock, (folder) => !folder.includes("arm"))).toEqual([
    "node_modules/colors",
    "node_modules/cycle",
    "node_modules/names",
    "node_modules/peer",
    "node_modules/pictures",
    "node_modules/pictures/node_modules/colors",
  ]);
});

test("contains what the server loads, and no package of the browser", () => {
  const folders = foldersOf(loadedPackages, JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock, existsSync);
  expect(folders).toEqual(expect.arrayContaining(loadedPackages.map((name) => `node_modules/${name}`)));
  expect(folders).not.toContain("node_modules/@apollo/client");
});
