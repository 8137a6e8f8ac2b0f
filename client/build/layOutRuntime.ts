import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { Font } from "@react-pdf/renderer";
import { registerFonts } from "../src/datasheet/sheetFonts.ts";
import { type Lock, foldersOf, loadedPackages } from "./runtimePackages.ts";

// Run by the Makefile with the folder of a server's files: copies Node, the packages that the server loads, and the
// fonts of data sheets into it. Nothing needs to be installed there.
const [, , target] = process.argv;
if (!target) throw new Error("the folder of the server's files is missing");
const own = JSON.parse(readFileSync("package.json", "utf8")) as { name: string; version: string; license: string };

/** Source maps, types, documentation and hidden files are of no use to a server; the licenses are in licenses.txt. */
const isUnused = (file: string) => /\.map$|\.d\.[cm]?ts$|\.md$|^\./.test(basename(file));

/** Copies a package without the packages in it, which are copied by themselves. */
const copyPackage = (folder: string) =>
  cpSync(folder, join(target, folder), {
    recursive: true,
    dereference: true,
    filter: (file) => file === folder || !(isUnused(file) || basename(file) === "node_modules"),
  });

const copyFile = (file: string) => {
  mkdirSync(dirname(join(target, file)), { recursive: true });
  cpSync(file, join(target, file));
};

for (const folder of foldersOf(
  loadedPackages,
  JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock,
  existsSync,
))
  copyPackage(folder);

registerFonts();
for (const { src } of Object.values(Font.getRegisteredFonts()).flatMap(({ sources }) => sources)) {
  if (!isAbsolute(src)) continue; // a font of every PDF reader
  const file = relative(resolve(), src);
  const folder = file.split("/").slice(0, 3).join("/"); // node_modules/@scope/name
  copyFile(file);
  copyFile(join(folder, "package.json"));
  // Some are found by the entry point of their package.
  if (existsSync(join(folder, "dist/index.cjs"))) copyFile(join(folder, "dist/index.cjs"));
}

const node = join(target, "node_modules/.bin/node");
mkdirSync(dirname(node), { recursive: true });
cpSync(realpathSync("node_modules/.bin/node"), node);
chmodSync(node, 0o755);
writeFileSync(
  join(target, "package.json"),
  `${JSON.stringify({ name: own.name, version: own.version, license: own.license, private: true, type: "module" })}\n`,
);
