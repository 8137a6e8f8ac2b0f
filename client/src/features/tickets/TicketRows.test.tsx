// Rules: TICK-16.

import { ApolloClient, ApolloLink, gql, type TypedDocumentNode } from "@apollo/client";
import { ApolloProvider, useQuery } from "@apollo/client/react";
import { act, screen } from "@testing-library/react";
import { type TicketRowFragment, TicketRowFragmentDoc } from "~/graph/generated/graphql";
import { makeCache } from "~/graph/cache";
import { formatSince } from "~/i18n/formatSince";
import { renderUi } from "../../../test/renderUi";
import { TicketRows } from "./TicketRows";

jest.mock("~/i18n/formatSince", () => ({ formatSince: jest.fn(() => "yesterday") }));

const ticket = (id: string): TicketRowFragment => ({
  __typename: "Ticket",
  id,
  number: `T-1000${id}`,
  url: `/en/mykomax/tickets/${id}`,
  type: "MALFUNCTION",
  subject: `Subject ${id}`,
  machine: "Alpha 530",
  serialNumber: "A-1",
  status: "WAITING",
  turn: "CONTACT",
  contact: { __typename: "TicketPerson", fullName: "Carla Muster" },
  location: { __typename: "TicketLocation", name: "Works North", city: "Brno" },
  createdAt: "2026-01-05T10:00:00Z",
  updatedAt: `2026-01-0${id}T10:00:00Z`,
  replies: 2,
});

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
  cache.writeQuery({ query, data: { rows: ["1", "2", "3", "4"].map(ticket) } });
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
      data: { ...ticket("3"), subject: "It hums again" },
    });
  });
  await screen.findByText("It hums again");
  expect(jest.mocked(formatSince).mock.calls.map(([, since]) => since)).toEqual([ticket("3").updatedAt]);
});
