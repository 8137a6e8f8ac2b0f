import type { CodegenConfig } from "@graphql-codegen/cli";
import { typenames } from "./build/typenames.ts";

/** The definitions of the federation directives; gqlgen has them built in. */
const federation = `
  directive @link(url: String!, import: [String!]) repeatable on SCHEMA
  directive @key(fields: String!, resolvable: Boolean = true) repeatable on OBJECT | INTERFACE
  directive @shareable repeatable on OBJECT | FIELD_DEFINITION
  directive @authenticated on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM
`;
const root = "type Query";

const config: CodegenConfig = {
  schema: ["schema/*.graphql", federation, root],
  // The examples of the playground are not operations of the client: production would accept them.
  documents: ["client/src/**/*.graphql", "!client/src/playground/**"],
  generates: {
    "client/src/graph/generated/": {
      preset: "client",
      presetConfig: {
        persistedDocuments: { hashAlgorithm: "sha256" },
        fragmentMasking: false,
      },
      documentTransforms: [typenames],
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars: {
          DateTime: "string",
          Date: "string",
          LocaleCode: "string",
          CountryCode: "string",
          URL: "string",
          EmailAddress: "string",
          HTML: "string",
        },
      },
    },
    "client/src/graph/generated/possibleTypes.ts": {
      plugins: ["fragment-matcher"],
      config: { apolloClientVersion: 3, useExplicitTyping: true },
    },
  },
};

export default config;
