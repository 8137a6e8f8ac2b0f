// Rules: TICK-16.

import { ApolloClient, ApolloLink, gql, type TypedDocumentNode } from "@apollo/client";
import { ApolloProvider, useQuery } from "@apollo/client/react";
import { act, screen } from "@testing-library/react";
import { type TicketRowFragment, TicketRowFragmentDoc } from "~/graph/generated/graphql";
import { makeCache } from "~/graph/cache";
import { formatSince } from "~/i18n/formatSince";
import { renderUi } from "../../../test/renderUi";
import { ticketRow } from "../../../test/ticketRow";
import { TicketRows } from "./TicketRows";

jest.mock("~/i18n/formatSince", () => ({ formatSince: jest.fn(() => "yesterday") }));

const rows = gql`
  query Rows {
    rows {
      ...TicketRow
    }
  }
`;
const query: TypedDocumentNode<{ rows: TicketRowFragment[] }> = {
  kind: rows.kind,
  definitions: [...rows.definitions, ...TicketRowFragmentDoc.definitions],
};

/** Shows the tickets of the cache, as the screen does. */
function Shown() {
  const { data } = useQuery(query, { fetchPolicy: "cache-only" });
  return data?.rows && <TicketRows tickets={data.rows} headingLevel={2} />;
}

it("renders only the row of a ticket that changes", async () => {
  const cache = makeCache();
  cache.writeQuery({ query, data: { rows: ["1", "2", "3", "4"].map(ticketRow) } });
  renderUi(
    <ApolloProvider client={new ApolloClient({ cache, link: ApolloLink.empty() })}>
      <Shown />
    </ApolloProvider>,
  );
  expect(screen.getAllByRole("listitem")).toHaveLength(4);
  jest.mocked(formatSince).mockClear();
  act(() => {
    cache.writeFragment({
      id: "Ticket:3",
      fragment: TicketRowFragmentDoc,
      data: { ...ticketRow("3"), subject: "It hums again" },
    });
  });
  await screen.findByText("It hums again");
  expect(jest.mocked(formatSince).mock.calls.map(([, since]) => since)).toEqual([ticketRow("3").updatedAt]);
});
