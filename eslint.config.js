import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import importX, { createNodeResolver } from "eslint-plugin-import-x";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const src = "./client/src";
const paths = (...names) => names.map((name) => `${src}/${name}`);

/**
 * Restricted imports between the parts of the app (docs/client.md): routes → features → ui → lib, and features do not
 * import each other. `graph` is on the level of `ui`, and `signin` imports nothing else. `app` loads `preview`, which
 * imports what `features` may import.
 */
const features = readdirSync(`${src}/features`);
const zones = [
  { target: `${src}/lib`, from: paths("app", "routes", "features", "graph", "ui", "preview") },
  { target: `${src}/signin`, from: paths("app", "routes", "features", "graph", "ui", "lib", "i18n", "preview") },
  { target: `${src}/i18n`, from: paths("app", "routes", "features", "graph", "ui", "lib", "preview") },
  { target: `${src}/theme`, from: paths("app", "routes", "features", "graph", "ui", "lib", "i18n", "preview") },
  { target: `${src}/graph`, from: paths("app", "routes", "features", "ui", "preview") },
  { target: `${src}/ui`, from: paths("app", "routes", "features", "graph", "preview") },
  { target: `${src}/preview`, from: paths("app", "routes", "features") },
  { target: `${src}/features`, from: paths("app", "routes", "preview") },
  { target: `${src}/routes`, from: paths("app", "preview") },
  ...features.map((name) => ({
    target: `${src}/features/${name}`,
    from: features.filter((other) => other !== name).map((other) => `${src}/features/${other}`),
  })),
];

export default tseslint.config(
  {
    ignores: [
      "bin/",
      "client/dist/**",
      "**/testdata/**",
      "client/src/graph/generated/**",
      "**/node_modules/**",
      "bench/peers/*/{build,.next,.react-router}/**",
      "data/**",
      "demo/content/**",
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  jsxA11y.flatConfigs.recommended,
  reactHooks.configs.flat.recommended,
  {
    plugins: { "import-x": importX },
    settings: {
      "import-x/extensions": [".ts", ".tsx"],
      "import-x/parsers": { "@typescript-eslint/parser": [".ts", ".tsx"] },
      "import-x/resolver-next": [
        createNodeResolver({ extensions: [".ts", ".tsx", ".js"], alias: { "~": [resolve("client/src")] } }),
      ],
    },
    languageOptions: {
      parserOptions: { projectService: { allowDefaultProject: ["*.js", "client/test/*.js", "test/federation/*.js"] } },
    },
    rules: {
      "import-x/no-restricted-paths": ["error", { zones }],
      // A number in a text is written as the number. Numbers for readers are formatted by react-intl.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // `() => setOpen(true)` is the usual form of a handler.
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // A loader redirects by throwing a response.
      "@typescript-eslint/only-throw-error": ["error", { allow: [{ from: "lib", name: "Response" }] }],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
    },
  },
  { files: ["**/*.js", "**/*.mjs"], ...tseslint.configs.disableTypeChecked },
);
