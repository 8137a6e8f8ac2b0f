import importX from "eslint-plugin-import-x";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/** What each part of the app must not import: routes → features → ui, never back (docs/client.md). */
const zones = [
  { target: "./client/src/ui", from: ["./client/src/features", "./client/src/routes", "./client/src/graph"] },
  { target: "./client/src/features", from: "./client/src/routes" },
  {
    target: "./client/src/signin",
    from: ["app", "features", "graph", "routes", "ui"].map((name) => `./client/src/${name}`),
  },
];

export default tseslint.config(
  {
    ignores: [
      "client/dist/**",
      "**/testdata/**",
      "client/src/graph/generated/**",
      "**/node_modules/**",
      "data/**",
      "content/**",
      "bench/**",
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  jsxA11y.flatConfigs.recommended,
  reactHooks.configs.flat.recommended,
  {
    plugins: { "import-x": importX },
    languageOptions: {
      parserOptions: { projectService: { allowDefaultProject: ["*.js", "client/test/*.js", "federation/*.js"] } },
    },
    rules: {
      "import-x/no-restricted-paths": ["error", { zones }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
    },
  },
  { files: ["**/*.js"], ...tseslint.configs.disableTypeChecked },
);
