import { composeServices as composeWithApollo } from "@apollo/composition";
import { composeServices as composeWithHive } from "@theguild/federation-composition";
import { federateSubgraphs } from "@wundergraph/composition";
import { parse } from "graphql";

/** What each tool says of subgraphs, `{ name, url, typeDefs }` each: the messages of its errors, and the supergraph where it makes one. */
export const tools = {
  "@apollo/composition": (subgraphs) => {
    const { errors = [], supergraphSdl } = composeWithApollo(subgraphs);
    return { errors: errors.map(({ message }) => message), supergraphSdl };
  },
  "@theguild/federation-composition": (subgraphs) => {
    const { errors = [], supergraphSdl } = composeWithHive(subgraphs);
    return { errors: errors.map(({ message }) => message), supergraphSdl };
  },
  "@wundergraph/composition": (subgraphs) => {
    const result = federateSubgraphs({
      subgraphs: subgraphs.map(({ name, url, typeDefs }) => ({ name, url, definitions: typeDefs })),
      version: "1",
    });
    return { errors: result.success ? [] : result.errors.map(({ message }) => message) };
  },
};

/** A subgraph as the tools take it. */
export function subgraph(name, url, sdl) {
  return { name, url, typeDefs: parse(sdl) };
}
