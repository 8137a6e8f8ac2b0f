import { once } from "node:events";
import { createServer } from "node:http";
import { buildSchema, graphql } from "graphql";

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])\n`;

/** A subgraph of another team: it gives entities of ours a field each. */
export const ratingsSDL = `${link}
type Query {
  bestRated: [Product!]!
}

type Product @key(fields: "slug") {
  slug: String!
  rating: Float!
}

type Site @key(fields: "id") {
  id: ID!
  visits: Int
}

type Ticket @key(fields: "id") {
  id: ID!
  satisfaction: Int
}

type PageInfo @shareable {
  hasNextPage: Boolean!
  endCursor: String
}
`;

/** Its next release, which adds a field. */
export const nextRatingsSDL = ratingsSDL.replace("rating: Float!", "rating: Float!\n  reviews: Int!");

/** The same, but it answers a field of ours as well, which neither team has agreed to. */
export const conflictingSDL = ratingsSDL.replace("visits: Int", "visits: Int\n  name: String!");

const entities = {
  Product: ({ slug }) => ({ __typename: "Product", slug, rating: slug.length / 2, reviews: slug.length }),
  Site: ({ id }) => ({ __typename: "Site", id, visits: id.length }),
  Ticket: ({ id }) => ({ __typename: "Ticket", id, satisfaction: 5 }),
};

/** Serves the subgraph on a port of the loopback interface, by default a free one. */
export async function serveRatings(sdl = ratingsSDL, port = 0) {
  const directives = `directive @link(url: String!, import: [String!]) repeatable on SCHEMA
    directive @key(fields: String!) repeatable on OBJECT
    directive @shareable repeatable on OBJECT
    scalar _Any union _Entity = Product | Site | Ticket
    extend type Query { _entities(representations: [_Any!]!): [_Entity]! }`;
  const schema = buildSchema(sdl + directives);
  const rootValue = {
    bestRated: () => ["alpha-530", "alpha-550"].map((slug) => entities.Product({ slug })),
    _entities: ({ representations }) => representations.map((r) => entities[r.__typename](r)),
  };
  /** The headers of the requests, which must not contain the secret of another subgraph. */
  const headers = [];
  const server = createServer(async (request, response) => {
    headers.push(request.headers);
    let body = "";
    for await (const part of request) {
      body += part;
    }
    const { query, variables } = JSON.parse(body);
    const answer = await graphql({ schema, source: query, variableValues: variables, rootValue });
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(answer));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: server.address().port,
    url: `http://127.0.0.1:${server.address().port}/graphql`,
    headers,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
