// Rules: CONST-23, FORM-9, TICK-1, TICK-32, TICK-5, TICK-6, TICK-20, TICK-21, TICK-23, TICK-24.

import { ApolloLink, Observable } from "@apollo/client";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import type { CreateTicketMutationVariables, NewTicketFormFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { storeDraft, readDraft } from "~/ui/draft/draft";
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
  concern: id === "2" ? "CRIMPING" : null,
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
  formField("type", "CHOICE", { options: ["MALFUNCTION", "QUESTION", "BREAKDOWN"] }),
  formField("subject", "TEXT"),
  formField("description", "LONG_TEXT", { maxLength: 10_000 }),
  formField("standsStill", "CHOICE", { required: false, options: ["YES", "NO"] }),
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

/** The variables of the sent mutations, and the queued answers; without an answer the connection fails. */
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
        if ("code" in answer) {
          observer.next({ data: null, errors: [{ message: "refused", extensions: answer }] });
          return observer.complete();
        }
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
const concern = () => screen.getByLabelText("Machine concerned (process)");
const place = () => screen.getByLabelText("Location");
const name = () => screen.getByLabelText(/^Machine name/);
const serial = () => screen.getByLabelText(/^Serial number/);

async function fillIn() {
  await userEvent.selectOptions(place(), "South, Town");
  await userEvent.selectOptions(concern(), "Crimping");
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

test("marks missing required values and sends nothing", async () => {
  const { container } = show();
  expect(screen.getByText("We reply within 24 hours.")).toBeInTheDocument();
  await press();
  for (const message of [
    "Please select a location",
    "Please select a ticket type",
    "Please select the process of the machine concerned",
    "Please enter a subject",
    "Please enter a description",
  ])
    expect(screen.getByText(message)).toBeInTheDocument();
  expect(place()).toHaveFocus();
  expect(sent).toEqual([]);
  expect(await axe(container)).toHaveNoViolations();
});

test("says that too many tickets were created, and keeps the values", async () => {
  answers = [{ code: "RATE_LIMITED" }];
  show();
  await fillIn();
  await press();
  expect(await screen.findByText(/^You have created many tickets in the last hour/)).toBeInTheDocument();
  expect(screen.getByLabelText("Subject")).toHaveValue("It hums");
});

test("fills in an initial value", () => {
  show(form({ locations: [north], initialValues: [value("location", "north")] }));
  expect(place()).toHaveValue("north");
});

test("fills in location, name and serial number of a machine, and removes the machine with its location", async () => {
  show();
  const own = screen.getByLabelText(/^From your inventory/);
  await userEvent.selectOptions(own, "Machine 2, S-2");
  expect(place()).toHaveValue("south");
  expect(concern()).toHaveValue("CRIMPING");
  expect(name()).toHaveValue("Machine 2");
  expect(serial()).toHaveValue("S-2");
  // The list is not filtered: arrow keys can go on to other machines.
  expect(screen.getByRole("option", { name: "Machine 1, S-1" })).toBeInTheDocument();
  await userEvent.type(serial(), "b");
  expect(own).toHaveValue("");
  expect(screen.queryByRole("option", { name: "Machine 1, S-1" })).not.toBeInTheDocument();
  await userEvent.selectOptions(own, "Machine 2, S-2");
  await userEvent.selectOptions(place(), "North, Town");
  expect(name()).toHaveValue("");
  expect(screen.getByRole("option", { name: "Machine 1, S-1" })).toBeInTheDocument();
});

test("fills in the machine of the URL once and keeps later changes", async () => {
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

test("marks and focuses what the server refuses", async () => {
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

test("says that a refused value is too long, and not that it is missing", async () => {
  storeDraft("ticket-carla", { key: "a-key", values: { subject: "x".repeat(201) }, files: [] });
  answers = [{ userErrors: [{ __typename: "UserError", field: "subject" }] }];
  show(form({ machines: [], fields: fields.filter((one) => one.name === "subject") }));
  await press();
  await waitFor(() =>
    expect(screen.getByLabelText("Subject")).toHaveAccessibleDescription("Please enter at most 200 characters."),
  );
});

test("shows the choice from the inventory before the facts that it fills in", () => {
  show();
  const labels = screen.getAllByRole("combobox").map((one) => (one as HTMLSelectElement).name);
  expect(labels.slice(0, 3)).toEqual(["ownMachine", "location", "concern"]);
});

test("reports a failure, and creates the same ticket on a retry after a reload, leaving no draft", async () => {
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
  expect(screen.getByText(/may not have been sent.*check your entries and send them again/)).toBeInTheDocument();
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

test("turns text that was changed after an unanswered request into the draft of a comment", async () => {
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

test("disables typing while the ticket is sent", async () => {
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

test("includes files and values that were added after such a ticket in the comment", async () => {
  const { unmount } = show();
  await fillIn();
  unmount();
  const draft = readDraft("ticket-carla");
  const [plate, hum] = [
    { id: "f", name: "plate.png" },
    { id: "g", name: "hum.png" },
  ];
  storeDraft("ticket-carla", {
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

test("does not show a draft to another user of this browser", async () => {
  const { unmount } = show();
  await fillIn();
  unmount();
  show(form(), "ines");
  expect(screen.getByLabelText("Description")).toHaveValue("");
});

test("refers a user without a location to support", () => {
  show(form({ locations: [], machines: [] }));
  expect(screen.getByText(/Please contact support to create a ticket/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Create a ticket" })).not.toBeInTheDocument();
});

const breakdown = (change: Partial<NewTicketFormFragment> = {}) =>
  form({ initialValues: [value("type", "BREAKDOWN")], ...change });
const report = () => userEvent.click(screen.getByRole("button", { name: "Report it now" }));
const machineOf = () => screen.getByLabelText(/^Machine(?! name| concerned)/);

test("asks about a machine that is down for photo, standstill and machine first, and needs nothing else", async () => {
  answers = [{ ticket }];
  const { container } = show(breakdown());
  expect(screen.queryByText("We reply within 24 hours.")).not.toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  const names = Array.from(container.querySelectorAll("form > :not(details) [name]"), (one) =>
    one.getAttribute("name"),
  );
  expect(names).toEqual(["attachments", "standsStill", "standsStill", "ownMachine", "description"]);
  await userEvent.click(screen.getByRole("radio", { name: "Yes" }));
  await userEvent.selectOptions(machineOf(), "Machine 2, S-2");
  expect(container.querySelector("details")).not.toHaveAttribute("open");
  await report();
  await waitFor(() => expect(created).toHaveBeenCalled());
  expect(sent[0]?.input).toMatchObject({
    type: "BREAKDOWN",
    location: "south",
    concern: "CRIMPING",
    machine: "Machine 2",
    serialNumber: "S-2",
    standsStill: true,
    subject: "Machine 2: machine is down",
    description: "Machine 2: machine is down",
  });
});

test("sends what was typed about a machine that is down", async () => {
  answers = [{ ticket }];
  show(breakdown());
  await userEvent.selectOptions(machineOf(), "Machine 2, S-2");
  await userEvent.type(screen.getByLabelText(/^Description/), "Smoke.");
  await report();
  await waitFor(() => expect(created).toHaveBeenCalled());
  expect(sent[0]?.input).toMatchObject({ description: "Smoke.", standsStill: null });
});

test("opens the details of a machine whose location or process is not known", async () => {
  const { container } = show(breakdown());
  expect(container.querySelector("details")).toHaveAttribute("open");
  await userEvent.selectOptions(machineOf(), "Machine 1, S-1");
  expect(concern()).toBeRequired();
  await report();
  expect(screen.getByText("Please select the process of the machine concerned")).toBeInTheDocument();
  expect(sent).toEqual([]);
});

test("asks whether the machine stands still only if it is down", async () => {
  show();
  expect(screen.queryByRole("radio", { name: "Yes" })).not.toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText("Ticket type"), "Machine is down");
  expect(screen.getByRole("group", { name: "Is it standing still?" })).toBeVisible();
});
