import { ApolloLink, Observable } from "@apollo/client";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import type { CreateTicketMutationVariables, NewTicketFormFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { keepDraft, readDraft } from "~/ui/draft/draft";
import { attachments, formField } from "../../../test/formFields";
import { renderWithGraph } from "../../../test/graph";
import { NewTicketPage } from "./NewTicketPage";

type Location = NewTicketFormFragment["locations"][number];
type Machine = NewTicketFormFragment["machines"][number];

const location = (id: string, name: string): Location => ({
  __typename: "TicketLocation",
  id,
  name,
  city: "Town",
});
const machine = (id: string, locationId: string): Machine => ({
  __typename: "Machine",
  id,
  name: `Machine ${id}`,
  serialNumber: `S-${id}`,
  locationId,
});

const ticket = {
  __typename: "Ticket",
  id: "1",
  number: "T-1",
  url: "/en/mykomax/tickets/1",
};
const value = (name: string, text: string) => ({ __typename: "FormValue" as const, name, value: text });
const fields = [
  formField("location", "LOCATION", { group: "machine" }),
  formField("concern", "CHOICE", { group: "machine", options: ["CRIMPING", "OTHER"] }),
  formField("machine", "TEXT", { group: "machine", required: false }),
  formField("serialNumber", "TEXT", { group: "machine", required: false }),
  formField("type", "CHOICE", { options: ["MALFUNCTION", "QUESTION"] }),
  formField("subject", "TEXT"),
  formField("description", "LONG_TEXT", { maxLength: 10_000 }),
  attachments,
];
const north = location("north", "North");
const south = location("south", "South");
const machines = [machine("1", "north"), machine("2", "south")];
const form = (change: Partial<NewTicketFormFragment> = {}): NewTicketFormFragment => ({
  __typename: "TicketForm",
  fields,
  initialValues: [],
  locations: [north, south],
  machines,
  machine: null,
  ...change,
});

/** What is sent, and the answers to it in their order; a refusal of the connection where there is none. */
let sent: CreateTicketMutationVariables[];
let answers: object[];
const created = jest.fn();

function show(about: NewTicketFormFragment = form(), userId = "carla") {
  const link = new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        sent.push(operation.variables as CreateTicketMutationVariables);
        const answer = answers.shift();
        if (!answer) return observer.error(new Error("The connection was reset."));
        observer.next({
          data: { createTicket: { __typename: "TicketPayload", ticket: null, userErrors: [], unsaved: [], ...answer } },
        });
        observer.complete();
      }),
  );
  return renderWithGraph(
    <GraphProvider>
      <NewTicketPage
        title="Create a ticket"
        page={{
          __typename: "PortalEntry",
          user: { __typename: "User", id: userId },
        }}
        form={about}
        onCreated={created}
      />
    </GraphProvider>,
    (client) => client.setLink(link),
  );
}

const press = () => userEvent.click(screen.getByRole("button", { name: "Create a ticket" }));
const place = () => screen.getByLabelText("Location");
const name = () => screen.getByLabelText(/^Machine name/);
const serial = () => screen.getByLabelText(/^Serial number/);

async function fillIn() {
  await userEvent.selectOptions(place(), "South, Town");
  await userEvent.selectOptions(screen.getByLabelText("Machine concerned"), "Crimping");
  await userEvent.selectOptions(screen.getByLabelText("Ticket type"), "Malfunction");
  await userEvent.type(screen.getByLabelText("Subject"), "It hums");
  await userEvent.type(screen.getByLabelText("Description"), "Since Monday.");
}

beforeEach(() => {
  window.localStorage.clear();
  sent = [];
  answers = [];
  created.mockClear();
  jest.spyOn(console, "warn").mockImplementation(() => undefined);
});

test("what is required says so, and nothing is sent", async () => {
  const { container } = show();
  expect(screen.getByText("We reply within 24 hours.")).toBeInTheDocument();
  await press();
  for (const message of [
    "Please select a location",
    "Please select a ticket type",
    "Please select the machine concerned",
    "Please enter a subject",
    "Please enter a description",
  ])
    expect(screen.getByText(message)).toBeInTheDocument();
  expect(place()).toHaveFocus();
  expect(sent).toEqual([]);
  expect(await axe(container)).toHaveNoViolations();
});

test("an initial value is filled in", () => {
  show(form({ locations: [north], initialValues: [value("location", "north")] }));
  expect(place()).toHaveValue("north");
});

test("a machine brings its place, name and serial number, and goes with its place", async () => {
  show();
  const own = screen.getByLabelText(/^From your inventory/);
  await userEvent.selectOptions(own, "Machine 2, S-2");
  expect(place()).toHaveValue("south");
  expect(name()).toHaveValue("Machine 2");
  expect(serial()).toHaveValue("S-2");
  // The list stays whole: arrow keys choose one machine after the other.
  expect(screen.getByRole("option", { name: "Machine 1, S-1" })).toBeInTheDocument();
  await userEvent.type(serial(), "b");
  expect(own).toHaveValue("");
  expect(screen.queryByRole("option", { name: "Machine 1, S-1" })).not.toBeInTheDocument();
  await userEvent.selectOptions(own, "Machine 2, S-2");
  await userEvent.selectOptions(place(), "North, Town");
  expect(name()).toHaveValue("");
  expect(screen.getByRole("option", { name: "Machine 1, S-1" })).toBeInTheDocument();
});

test("the machine of the address is filled in once, and what is changed after that stays", async () => {
  const about = form({
    machine: { __typename: "Machine", id: "1" },
    initialValues: [value("location", "north"), value("machine", "Machine 1"), value("serialNumber", "S-1")],
  });
  const { unmount } = show(about);
  expect(place()).toHaveValue("north");
  expect(name()).toHaveValue("Machine 1");
  await userEvent.clear(name());
  await userEvent.type(name(), "Its neighbour");
  unmount();
  show(about);
  expect(name()).toHaveValue("Its neighbour");
});

test("what the server refuses is marked, and reached", async () => {
  answers = [{ userErrors: [{ __typename: "UserError", field: "subject" }] }];
  show();
  await fillIn();
  await press();
  const subject = screen.getByLabelText("Subject");
  await waitFor(() => expect(subject).toHaveAccessibleDescription("Please enter a subject"));
  expect(subject).toHaveFocus();
  await userEvent.type(subject, "!");
  expect(subject).not.toHaveAccessibleDescription();
});

test("a failure is reported; sent again, also after a reload, it is the same ticket without a draft", async () => {
  answers = [];
  const { unmount } = show();
  await fillIn();
  await press();
  expect(
    await screen.findByText(/We are sorry: the ticket could not be created.*try again later or contact support/),
  ).toBeInTheDocument();
  unmount();
  answers = [{ ticket }];
  show();
  expect(screen.getByLabelText("Description")).toHaveValue("Since Monday.");
  await press();
  await waitFor(() => expect(created).toHaveBeenCalledWith(ticket, false));
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[0]?.input).toMatchObject({
    location: "south",
    concern: "CRIMPING",
    type: "MALFUNCTION",
    subject: "It hums",
  });
  expect(readDraft("ticket-carla")).toBeUndefined();
});

test("text that was changed after a ticket arrived without an answer becomes the draft of a comment", async () => {
  show();
  await fillIn();
  await press();
  await screen.findByText(/We are sorry: the ticket could not be created/);
  await userEvent.type(screen.getByLabelText("Description"), " It smells, too.");
  answers = [{ ticket, unsaved: [value("description", "Since Monday. It smells, too.")] }];
  await press();
  await waitFor(() => expect(created).toHaveBeenCalledWith(ticket, true));
  expect(readDraft("ticket-1-carla")?.values).toEqual({ comment: "Since Monday. It smells, too." });
});

test("nothing is typed into a ticket that is on its way", async () => {
  answers = [{ ticket }];
  let type = Promise.resolve();
  created.mockImplementationOnce(() => (type = userEvent.type(screen.getByLabelText("Description"), " And more.")));
  show();
  await fillIn();
  await press();
  await waitFor(() => expect(created).toHaveBeenCalled());
  await type;
  expect(screen.getByLabelText("Description")).toHaveValue("Since Monday.");
  expect(readDraft("ticket-carla")).toBeUndefined();
});

test("files and facts that came after such a ticket are a part of the comment, too", async () => {
  const { unmount } = show();
  await fillIn();
  unmount();
  const draft = readDraft("ticket-carla");
  const [plate, hum] = [
    { id: "f", name: "plate.png" },
    { id: "g", name: "hum.png" },
  ];
  keepDraft("ticket-carla", {
    key: "a-key",
    values: { ...draft?.values, location: "north", serialNumber: "S-9" },
    files: [plate, hum],
  });
  answers = [
    { ticket, unsaved: [value("location", "north"), value("serialNumber", "S-9"), value("attachments", "g")] },
  ];
  show();
  await press();
  await waitFor(() => expect(created).toHaveBeenCalledWith(expect.anything(), true));
  expect(readDraft("ticket-1-carla")).toMatchObject({
    values: { comment: "Location: North, Town\n\nSerial number: S-9" },
    files: [hum],
  });
});

test("another user of this browser does not see a draft", async () => {
  const { unmount } = show();
  await fillIn();
  unmount();
  show(form(), "ines");
  expect(screen.getByLabelText("Description")).toHaveValue("");
});

test("a user without a location is referred to support", () => {
  show(form({ locations: [], machines: [] }));
  expect(screen.getByText(/Please contact support to create a ticket/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Create a ticket" })).not.toBeInTheDocument();
});
