/**
 * Compares the graph that is built with the released one.
 *
 *   node released.js check <built> <released> <changelog>    fails where a difference is not in the changelog
 *   node released.js update <built> <released> <changelog>   checks, then makes the built graph the released one
 */
import { copyFile, readFile } from "node:fs/promises";
import { CriticalityLevel, diff } from "@graphql-inspector/core";
import { buildSchema } from "graphql";

/** The marks of entries of the changelog that may break clients. */
const breakingMark = "**Breaking:**";

/** Directives without which other subgraphs cannot be composed any more. */
const contracts = new Set(["@key", "@shareable"]);

/** Uses of the directives that declare costs: estimates, which clients do not depend on. */
const isEstimate = ({ type, path }) => type.startsWith("DIRECTIVE_USAGE") && /\.@(cost|listSize)(\.|$)/.test(path);

const schemaOf = (sdl) => buildSchema(sdl, { assumeValid: true, assumeValidSDL: true });

/** The entries of the changelog's part "Unreleased", each as one line. */
export function unreleased(changelog) {
  const [, part = ""] = changelog.split(/^## \[Unreleased\].*$/m);
  const [own] = part.split(/^## \[/m);
  return own
    .split(/^[-*] /m)
    .slice(1)
    .map((entry) => entry.replace(/\s+/g, " "));
}

/**
 * What is wrong with the differences between two graphs, one sentence each. Descriptions and declared costs may change
 * freely.
 */
export async function problems(releasedSDL, builtSDL, changelog) {
  const entries = unreleased(changelog);
  const found = new Set();
  const released = schemaOf(releasedSDL);
  for (const change of await diff(released, schemaOf(builtSDL))) {
    if (change.type.includes("DESCRIPTION") || isEstimate(change)) {
      continue;
    }
    const [type, member = "", argument = ""] = change.path.split(".");
    // The entry that names a new type tells of its members, too.
    if (member !== "" && !type.startsWith("@") && !released.getType(type)) {
      continue;
    }
    const directive = [member, argument].find((part) => contracts.has(part));
    const isBreaking =
      change.criticality.level === CriticalityLevel.Breaking || (directive && /_REMOVED$/.test(change.type));
    const coordinate = type === "" || member === "" || member.startsWith("@") ? type || member : `${type}.${member}`;
    const names = entries.filter((entry) => entry.includes(`\`${coordinate}\``));
    if (isBreaking && !names.some((entry) => entry.startsWith(breakingMark))) {
      found.add(
        `${change.message}. This breaks clients: keep it and deprecate it, or name \`${coordinate}\` in an entry of CHANGELOG.md, "Unreleased", that begins with ${breakingMark}`,
      );
    } else if (names.length === 0) {
      found.add(`${change.message}. Name \`${coordinate}\` in an entry of CHANGELOG.md, "Unreleased".`);
    }
  }
  return [...found];
}

async function main([command, built, released, changelog]) {
  const [builtSDL, releasedSDL, changes] = await Promise.all(
    [built, released, changelog].map((file) => readFile(file, "utf8")),
  );
  const wrong = await problems(releasedSDL, builtSDL, changes);
  if (wrong.length > 0) {
    console.error(
      ["The graph differs from the released one in ways that CHANGELOG.md does not tell:", ...wrong].join("\n- "),
    );
    process.exitCode = 1;
    return;
  }
  if (command === "update") {
    await copyFile(built, released);
  }
}

if (process.argv[1] === import.meta.filename) {
  await main(process.argv.slice(2));
}
