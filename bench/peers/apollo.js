import { readFileSync } from "node:fs";
import { ApolloGateway } from "@apollo/gateway";
import { ApolloServer } from "@apollo/server";
import { startStandaloneServer } from "@apollo/server/standalone";

/** Serves the supergraph of the file PEER_SUPERGRAPH. */
export async function serve(port) {
  const gateway = new ApolloGateway({ supergraphSdl: readFileSync(process.env.PEER_SUPERGRAPH, "utf8") });
  await startStandaloneServer(new ApolloServer({ gateway }), { listen: { host: "127.0.0.1", port } });
}
