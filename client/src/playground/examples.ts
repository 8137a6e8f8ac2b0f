/** An example operation: a file in `examples`, with the variables in the JSON file of the same name. */
export interface Example {
  /** The name of the operation, which no other example has. */
  name: string;
  kind: "query" | "mutation" | "subscription";
  /** What the comment at its start says. */
  description: string;
  query: string;
  variables: string;
  /** The account that may send it; undefined for all users. */
  account?: string | undefined;
  /** Reports that it needs the session of the editor area. */
  isForEditors: boolean;
}

const directive = /^# (?:as: (\S+)|for: (editors))$/;

/** Reads an example. Lines such as `# as: customer@example.com` and `# for: editors` say who may send it. */
export function readExample(text: string, variables = ""): Example {
  const lines = text.trimEnd().split("\n");
  const end = lines.findIndex((line) => !line.startsWith("#"));
  const comments = lines.slice(0, end);
  const described = comments.filter((line) => !directive.test(line));
  const [, kind, name] = /^(query|mutation|subscription) (\w+)/.exec(lines[end] ?? "") ?? [];
  if (!kind || !name) throw new Error(`An example begins with its operation: ${text.slice(0, 80)}`);
  const find = (group: number) => comments.map((line) => directive.exec(line)?.[group]).find(Boolean);
  return {
    name,
    kind: kind as Example["kind"],
    description: described.map((line) => line.replace(/^# ?/, "")).join(" "),
    query: [...described, ...lines.slice(end)].join("\n") + "\n",
    variables: variables.trimEnd(),
    account: find(1),
    isForEditors: find(2) !== undefined,
  };
}

/** Reads the examples of the files by their paths, in the order of their names. */
export function readExamples(files: Record<string, string>): Example[] {
  return Object.keys(files)
    .filter((path) => path.endsWith(".graphql"))
    .map((path) => readExample(files[path] ?? "", files[path.replace(/\.graphql$/, ".json")]))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** The name of the first operation of a document; empty for none. */
export function nameOf(query: string): string {
  return /^\s*(?:query|mutation|subscription)\s+(\w+)/m.exec(query)?.[1] ?? "";
}
