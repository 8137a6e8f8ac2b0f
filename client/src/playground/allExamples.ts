import { readExamples } from "./examples";

/** All examples, one for each root field of the graph. */
export const examples = readExamples(
  import.meta.glob<string>("./examples/*.{graphql,json}", { query: "?raw", import: "default", eager: true }),
);

const initial = ["ResolveUrl", "Tickets", "Products", "WatchTicket", "Entities"];

/** The examples that are open at the first visit. GraphiQL ignores the variables of the first one. */
export const defaultExamples = initial.flatMap((name) => examples.find((example) => example.name === name) ?? []);
