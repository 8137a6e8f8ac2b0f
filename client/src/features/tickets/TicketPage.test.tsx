// Rules: TICK-2, TICK-6, TICK-24, TICK-25, TICK-27, TICK-31, TICK-34.

import { useFragment } from "@apollo/client/react";
import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import {
  type TicketCommentViewFragment,
  type TicketDetailFragment,
  TicketDetailFragmentDoc,
  type TicketFileViewFragment,
  type TicketForUserFragment,
} from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { storeDraft, readDraft } from "~/ui/draft/draft";
import { attachments, formField } from "../../../test/formFields";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { TicketPage } from "./TicketPage";

type Person = TicketDetailFragment["contact"];

const carla: Person = { __typename: "TicketPerson", id: "carla", fullName: "Carla Muster", isProvider: false };
const ines: Person = { __typename: "TicketPerson", id: "ines", fullName: "Ines Model", isProvider: true };

const comment = (id: string, author: Person, text: string): TicketCommentViewFragment => ({
  __typename: "TicketComment",
  id,
  author,
  text,
  createdAt: "2026-11-20T10:00:00Z",
  attachments: [],
});

const ticket = (change: Partial<TicketDetailFragment> = {}): TicketDetailFragment => ({
  __typename: "Ticket",
  id: "1",
  number: "T-10001",
  type: "BREAKDOWN",
  concern: "CRIMPING",
  subject: "It hums",
  description: "Since Monday.\nSee https://example.com/",
  machine: "Alpha 530",
  serialNumber: "A-1",
  status: "OPEN",
  turn: "PROVIDER",
  standsStill: null,
  nextUpdateBy: null,
  assignee: null,
  contact: carla,
  location: { __typename: "TicketLocation", id: "l", name: "North", city: "Town", country: "CH", organization: "ACME" },
  createdAt: "2026-11-20T09:00:00Z",
  updatedAt: "2026-11-20T09:00:00Z",
  closeReason: null,
  attachments: [],
  comments: [],
  ...change,
});

const file = (url: string): TicketFileViewFragment => ({
  __typename: "TicketFile",
  id: "f",
  fileName: "plate.png",
  mediaType: "image/png",
  size: 1234,
  url,
});

let sentOperations: SentOperation[];
const latest = (name: string) => sentOperations.findLast((one) => one.name === name) as SentOperation;
const reset = new Error("The connection was reset.");

const inCache = { fragment: TicketDetailFragmentDoc, fragmentName: "TicketDetail" };

/** Shows the ticket from the cache, as its screen does. */
function Shown({ forUser }: { forUser: Partial<TicketForUserFragment> }) {
  const { data, complete } = useFragment({ ...inCache, from: { __typename: "Ticket", id: "1" } });
  if (!complete) return null;
  return (
    <TicketPage
      page={{
        __typename: "PortalEntry",
        user: { __typename: "User", id: "carla" },
        commentFields: [formField("comment", "LONG_TEXT", { maxLength: 10_000 }), attachments],
        closureFields: [
          formField("reason", "CHOICE", {
            options: ["SOLVED_BY_PROVIDER", "SOLVED_WITHOUT_PROVIDER", "NO_LONGER_RELEVANT"],
          }),
          formField("comment", "LONG_TEXT", { required: false, maxLength: 10_000 }),
        ],
      }}
      ticket={data}
      forUser={{ __typename: "Ticket", isUnread: false, machineUrl: null, assignable: [], office: null, ...forUser }}
    />
  );
}

function show(first = ticket(), forUser: Partial<TicketForUserFragment> = {}, hash = "") {
  return renderWithGraph(
    <GraphProvider>
      <Shown forUser={forUser} />
    </GraphProvider>,
    (client) => {
      client.setLink(recordingLink(sentOperations));
      client.cache.writeFragment({ ...inCache, data: first });
    },
    { url: `/en/mykomax/tickets/1${hash}` },
  );
}

const unsaved = (name: string, value: string) => ({ __typename: "FormValue", name, value });

/** The cache notifies its observers in a separate task. */
const cacheReported = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Sends a state of the ticket through the stream. */
const streamTicket = (ticketChanged: TicketDetailFragment) =>
  act(async () => {
    latest("TicketChanged").next({ ticketChanged });
    await cacheReported();
  });

const answer = (payload: object) =>
  act(async () => {
    latest("AddTicketComment").next({
      addTicketComment: { __typename: "TicketPayload", ticket: null, userErrors: [], unsaved: [], ...payload },
    });
    await cacheReported();
  });

const field = () => screen.getByRole("textbox", { name: "Comment" });
const send = () => userEvent.click(screen.getByRole("button", { name: "Send comment" }));
const messageItems = () => within(screen.getByRole("region", { name: "Conversation" })).getAllByRole("listitem");

beforeEach(() => {
  window.localStorage.clear();
  sentOperations = [];
  jest.spyOn(console, "warn").mockImplementation(() => undefined);
});

test("names the author of each comment and does not link URLs in texts", async () => {
  const { container } = show(
    ticket({ comments: [comment("a", ines, "Which one?"), comment("b", carla, "This one.")] }),
  );
  const [description, reply, own] = messageItems();
  expect(description).toHaveTextContent(/^Carla Muster.*You.*Since Monday\. See https:\/\/example\.com\/$/);
  expect(reply).toHaveTextContent(/^Ines ModelService/);
  expect(own).toHaveTextContent(/^Carla MusterYou/);
  expect(within(description as HTMLElement).queryByRole("link")).not.toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test("opens at the comment that the link of a mail leads to", () => {
  const scrolled = jest.fn();
  window.HTMLElement.prototype.scrollIntoView = scrolled;
  show(ticket({ comments: [comment("a1", ines, "Loud?"), comment("b2", ines, "Is it loud?")] }), {}, "#comment-b2");
  const reply = screen.getByText("Is it loud?").closest("li");
  expect(reply).toHaveFocus();
  expect(scrolled.mock.contexts).toEqual([reply]);
});

test("shows and announces a reply immediately without moving the focus from a field", async () => {
  show();
  await userEvent.type(field(), "One more");
  await streamTicket(ticket({ comments: [comment("a", ines, "Which one?")] }));
  expect(messageItems()[1]).toHaveTextContent("New");
  expect(screen.getByText("New reply from Ines Model").closest("[role=status]")).toBeInTheDocument();
  expect(field()).toHaveFocus();
  expect(field()).toHaveValue("One more");
  const announced = screen.getByText("New reply from Ines Model");
  await streamTicket(ticket({ comments: [comment("a", ines, "Which one?"), comment("b", ines, "Hello?")] }));
  // A new element with the same text is announced again.
  expect(announced).not.toBeInTheDocument();
  expect(screen.getByText("New reply from Ines Model")).toBeInTheDocument();
});

test("does not announce the user's own comment from another tab", async () => {
  show();
  await streamTicket(ticket({ comments: [comment("a", carla, "From my phone.")] }));
  expect(messageItems()[1]).toHaveTextContent("From my phone.");
  expect(screen.queryByText(/New reply/)).not.toBeInTheDocument();
});

test("requires a comment text", async () => {
  show();
  await send();
  expect(screen.getByText("Please enter a comment")).toBeInTheDocument();
  expect(field()).toHaveFocus();
  expect(sentOperations.map(({ name }) => name)).not.toContain("AddTicketComment");
});

test("shows a comment while its request is pending, and once afterwards", async () => {
  show();
  await userEvent.type(field(), "It smells.");
  await send();
  expect(messageItems()[1]).toHaveTextContent("Sending…It smells.");
  expect(field()).toHaveValue("");
  const now = ticket({ comments: [comment("a", carla, "It smells.")] });
  await streamTicket(now);
  expect(messageItems()).toHaveLength(2);
  await answer({ ticket: now });
  expect(messageItems()).toHaveLength(2);
  expect(messageItems()[1]).not.toHaveTextContent("Sending");
  expect(screen.getByText("Your comment was sent.")).toBeInTheDocument();
  expect(readDraft("ticket-1-carla")).toBeUndefined();
});

test("ignores a mutation result that is older than the streamed state", async () => {
  show();
  await userEvent.type(field(), "It smells.");
  await send();
  const own = comment("a", carla, "It smells.");
  await streamTicket(ticket({ updatedAt: "2026-11-20T10:02:00Z", comments: [own, comment("b", ines, "Of oil?")] }));
  await answer({ ticket: ticket({ updatedAt: "2026-11-20T10:01:00Z", comments: [own] }) });
  expect(screen.getByText("Your comment was sent.")).toBeInTheDocument();
  expect(messageItems()).toHaveLength(3);
  expect(messageItems()[2]).toHaveTextContent("Of oil?");
});

test("puts a failed comment back into the form with an apology, and retries with the same key", async () => {
  show();
  await userEvent.type(field(), "It smells.");
  await send();
  await act(async () => {
    latest("AddTicketComment").fail(reset);
    await Promise.resolve();
  });
  expect(await screen.findByText(/We are sorry: your comment could not be sent/)).toBeInTheDocument();
  expect(messageItems()).toHaveLength(1);
  expect(field()).toHaveValue("It smells.");
  const first = latest("AddTicketComment").variables;
  await send();
  expect(latest("AddTicketComment").variables).toEqual(first);
  await answer({ userErrors: [{ __typename: "UserError", field: "comment" }] });
  expect(field()).toHaveAccessibleDescription("Please enter a comment");
  // The refusal is known: another visit does not ask to send it again.
  const stored = Object.keys(localStorage).map((key) => localStorage.getItem(key) ?? "");
  expect(stored.some((draft) => (JSON.parse(draft) as { isAttempted?: boolean }).isAttempted)).toBe(false);
});

test("keeps text that was changed after an unanswered comment, and sends it as another comment", async () => {
  show();
  await userEvent.type(field(), "It smells.");
  await send();
  await act(async () => {
    latest("AddTicketComment").fail(reset);
    await Promise.resolve();
  });
  await userEvent.type(field(), " Of oil.");
  await send();
  const { input } = latest("AddTicketComment").variables as { input: { idempotencyKey: string } };
  await answer({
    ticket: ticket({ comments: [comment("a", carla, "It smells.")] }),
    unsaved: [unsaved("comment", "It smells. Of oil.")],
  });
  expect(screen.getByText(/An earlier version of your comment had already arrived/)).toBeInTheDocument();
  expect(field()).toHaveValue("It smells. Of oil.");
  await send();
  const again = latest("AddTicketComment").variables as { input: { idempotencyKey: string } };
  expect(again.input.idempotencyKey).not.toBe(input.idempotencyKey);
  await answer({
    ticket: ticket({ comments: [comment("a", carla, "It smells."), comment("b", carla, "It smells. Of oil.")] }),
  });
  expect(field()).toHaveValue("");
});

test("does not add a file of the earlier comment to the next one", async () => {
  storeDraft("ticket-1-carla", {
    key: "a-key",
    values: { comment: "Also this." },
    files: [
      { id: "f", name: "plate.png" },
      { id: "g", name: "hum.mp4" },
    ],
  });
  show();
  await send();
  const arrived = { ...comment("a", carla, "It smells."), attachments: [file("/one")] };
  await answer({
    ticket: ticket({ comments: [arrived] }),
    unsaved: [unsaved("comment", "Also this."), unsaved("attachments", "g")],
  });
  expect(field()).toHaveValue("Also this.");
  await send();
  expect(latest("AddTicketComment").variables).toMatchObject({ input: { comment: "Also this.", attachments: ["g"] } });
});

test("shows why a ticket is closed, and reopens it with a comment", async () => {
  const closed = ticket({ status: "CLOSED", closeReason: "NO_LONGER_RELEVANT" });
  show(closed);
  expect(screen.getByText("No longer relevant")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Close ticket" })).not.toBeInTheDocument();
  await userEvent.type(field(), "It is back.");
  await userEvent.click(screen.getByRole("button", { name: "Reopen ticket" }));
  await answer({ ticket: ticket({ comments: [comment("a", carla, "It is back.")] }) });
  expect(screen.getByRole("heading", { name: "Add a comment" })).toBeInTheDocument();
});

test("apologizes when closing fails, and keeps the typed text", async () => {
  const { unmount } = show();
  await userEvent.click(screen.getByRole("button", { name: "Close ticket" }));
  const dialog = within(screen.getByRole("dialog", { name: "Close ticket" }));
  await userEvent.click(dialog.getByRole("radio", { name: "No longer relevant" }));
  await userEvent.type(dialog.getByRole("textbox", { name: /^Comment/ }), "We sold it.");
  await userEvent.click(dialog.getByRole("button", { name: "Close ticket" }));
  await act(async () => {
    latest("CloseTicket").fail(reset);
    await Promise.resolve();
  });
  expect(
    await dialog.findByText(/We are sorry: the ticket could not be closed.*try again later or contact support/),
  ).toBeInTheDocument();
  expect(dialog.getByRole("radio", { name: "No longer relevant" })).toBeChecked();
  unmount();
  show();
  expect(screen.getByText(/The ticket may not have been closed/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Close ticket" }));
  expect(within(screen.getByRole("dialog")).getByRole("textbox", { name: /^Comment/ })).toHaveValue("We sold it.");
});

test("closes the stream while the page is hidden, and polls when it becomes visible", async () => {
  let state: DocumentVisibilityState = "visible";
  jest.spyOn(document, "visibilityState", "get").mockImplementation(() => state);
  const turn = (to: DocumentVisibilityState) =>
    act(async () => {
      state = to;
      document.dispatchEvent(new Event("visibilitychange"));
      await Promise.resolve();
    });
  show();
  await streamTicket(ticket());
  await turn("hidden");
  expect(latest("TicketChanged").isOver).toBe(true);
  expect(sentOperations.map(({ name }) => name)).not.toContain("TicketNow");
  await turn("visible");
  expect(latest("TicketChanged").isOver).toBe(false);
  expect(sentOperations.map(({ name }) => name)).toContain("TicketNow");
});

test("keeps the URL of a file until it fails, then uses the newest", async () => {
  const { container } = show(ticket({ attachments: [file("/one")] }));
  const picture = () => container.querySelector("a img");
  await streamTicket(ticket({ attachments: [file("/two")] }));
  expect(picture()).toHaveAttribute("src", "/one");
  expect(screen.getByRole("link", { name: /^Download plate.png/ })).toHaveAttribute("href", "/two");
  fireEvent.error(picture() as Element);
  expect(picture()).toHaveAttribute("src", "/two");
  fireEvent.error(picture() as Element);
  expect(picture()).toBeNull();
});

test("links to the machine in the inventory", () => {
  show(ticket(), { machineUrl: "/en/mykomax/inventory/m1" });
  expect(screen.getByRole("link", { name: "Alpha 530" })).toHaveAttribute("href", "/en/mykomax/inventory/m1");
});

test("shows the machine without a link if it is not in the inventory", () => {
  show();
  expect(screen.getByText("Alpha 530")).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Alpha 530" })).not.toBeInTheDocument();
});

test("replaces the notices of earlier actions when the ticket is closed", async () => {
  show();
  await userEvent.type(field(), "It smells.");
  await send();
  const commented = ticket({ updatedAt: "2026-11-20T10:01:00Z", comments: [comment("a", carla, "It smells.")] });
  await answer({ ticket: commented });
  expect(screen.getByText("Your comment was sent.")).toBeInTheDocument();
  await streamTicket({
    ...commented,
    updatedAt: "2026-11-20T10:02:00Z",
    comments: [...commented.comments, comment("b", ines, "Of oil?")],
  });
  expect(screen.getByText("New reply from Ines Model")).toBeInTheDocument();

  await userEvent.click(screen.getByRole("button", { name: "Close ticket" }));
  const dialog = within(screen.getByRole("dialog", { hidden: true }));
  await userEvent.click(dialog.getAllByRole("radio", { hidden: true })[0] as HTMLElement);
  await userEvent.click(dialog.getByRole("button", { name: "Close ticket", hidden: true }));
  await act(async () => {
    const closed = ticket({
      status: "CLOSED",
      turn: "NONE",
      closeReason: "SOLVED_BY_PROVIDER",
      updatedAt: "2026-11-20T10:03:00Z",
    });
    latest("CloseTicket").next({ closeTicket: { __typename: "TicketPayload", ticket: closed, userErrors: [] } });
    await cacheReported();
  });
  expect(screen.queryByText("Your comment was sent.")).not.toBeInTheDocument();
  expect(screen.queryByText("New reply from Ines Model")).not.toBeInTheDocument();
});

test("says that a comment was not sent when the page was left before the answer", async () => {
  const { unmount } = show();
  await userEvent.type(field(), "It smells.");
  expect(screen.queryByText(/may not have been sent/)).not.toBeInTheDocument();
  await send();
  unmount();
  show();
  expect(screen.getByText(/This may not have been sent: a new login was needed/)).toBeInTheDocument();
  expect(field()).toHaveValue("It smells.");
  await send();
  await answer({ ticket: ticket({ comments: [comment("a", carla, "It smells.")] }) });
  expect(screen.queryByText(/may not have been sent/)).not.toBeInTheDocument();
});

test("marks a message that arrives while the ticket is shown as read, and not the user's own", async () => {
  const reads = () =>
    sentOperations.filter(({ name }) => name === "MarkTicketRead").map(({ variables }) => variables.input);
  const at = (minute: number, author: Person) => ({
    ...comment(`c${minute}`, author, "x"),
    createdAt: `2026-11-20T10:0${minute}:00Z`,
  });
  show(ticket({ comments: [at(1, ines)] }));
  await streamTicket(ticket({ updatedAt: "2026-11-20T10:02:00Z", comments: [at(1, ines), at(2, carla)] }));
  expect(reads()).toEqual([]);
  await streamTicket(ticket({ updatedAt: "2026-11-20T10:03:00Z", comments: [at(1, ines), at(2, carla), at(3, ines)] }));
  expect(reads()).toEqual([{ ticket: "1", until: "2026-11-20T10:03:00Z" }]);
});
