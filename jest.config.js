/** Jest runs the client's unit and component tests; Playwright runs `e2e/`. */
export default {
  roots: ["<rootDir>/client/src", "<rootDir>/client/build"],
  testEnvironment: "<rootDir>/client/test/environment.js",
  setupFilesAfterEnv: ["<rootDir>/client/test/setup.ts"],
  testMatch: ["**/*.test.ts", "**/*.test.tsx"],
  maxWorkers: 2,
  // The default of 5 seconds is too short for long interactions on a busy machine.
  testTimeout: 60_000,
  transform: {
    "^.+\\.(t|j|mj)sx?$": [
      "<rootDir>/client/test/transform.js",
      {
        jsc: {
          target: "es2022",
          parser: { syntax: "typescript", tsx: true },
          transform: { react: { runtime: "automatic" } },
        },
        module: { type: "commonjs" },
      },
    ],
  },
  transformIgnorePatterns: [
    "/node_modules/(?!(react-router|react-intl|@formatjs|intl-messageformat|@apollo|@headless-tree|yet-another-react-lightbox|d3-.*|topojson-.*|internmap|oauth4webapi)/)",
  ],
  moduleNameMapper: {
    "\\.module\\.css$": "<rootDir>/client/test/cssModule.js",
    "\\.css$": "<rootDir>/client/test/emptyModule.js",
    "\\.(svg|webp|png|woff2)$": "<rootDir>/client/test/emptyModule.js",
    "^~/(.*)$": "<rootDir>/client/src/$1",
    // Its main file is for Node; Vite uses this one too.
    "^tus-js-client$": "<rootDir>/node_modules/tus-js-client/lib.es5/browser/index.js",
  },
};
