import { CombinedGraphQLErrors } from "@apollo/client";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { GraphProvider } from "~/graph/GraphProvider";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { ImportDialog, type ImportDialogProps } from "./ImportDialog";

const organizations = [
  { __typename: "ManagedOrganization", id: "o1", name: 'Nordkabel "AG"', applications: ["TICKETING", "LEARNING"] },
] as unknown as ImportDialogProps["list"]["organizations"];

const list = {
  organizations,
  maxImportBytes: 1000,
  importTemplateUrl: "/api/user-admin/template?format=csv",
  importTemplateXlsxUrl: "/api/user-admin/template?format=xlsx",
};

let sent: SentOperation[];
const onSent = jest.fn(() => Promise.resolve());

beforeEach(() => {
  sent = [];
  onSent.mockClear();
});

const button = (name: string) => screen.getByRole("button", { name, hidden: true });
const refused = (code: string) => new CombinedGraphQLErrors({ errors: [{ message: "no", extensions: { code } }] });

/** Waits for an operation, and answers it or fails. */
async function answer(index: number, result: object | Error) {
  await waitFor(() => expect(sent).toHaveLength(index + 1));
  act(() => {
    if (result instanceof Error) sent[index]?.fail(result);
    else {
      sent[index]?.next(result);
      sent[index]?.complete();
    }
  });
}

const invitation = (email: string) => ({
  __typename: "ImportedInvitation",
  line: 2,
  email,
  firstName: "Wanda",
  lastName: "Neu",
  organization: "o1",
  applications: ["TICKETING", "LEARNING"],
  role: "EXTERNAL",
  existing: null,
});

interface Existing {
  inviteExpiresAt: string | null;
}

/** Opens the dialog and submits a file. */
function submitFile() {
  renderWithGraph(
    <GraphProvider>
      <ImportDialog list={list} onClose={() => undefined} onSent={onSent} />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );
  // In jsdom, a chosen file does not make a required field valid, and has no bytes.
  Blob.prototype.arrayBuffer = () => Promise.resolve(new ArrayBuffer(5));
  fireEvent.submit(button("Check the file").closest("form") as HTMLFormElement);
}

/** The texts of the lines in the preview. */
const rows = () =>
  screen
    .getAllByRole("row", { hidden: true })
    .slice(1)
    .map((row) => Array.from(row.children, ({ textContent }) => textContent).join(" "));

/** Opens the dialog and checks a file with these e-mail addresses. */
async function check(...emails: (string | [string, Existing])[]) {
  submitFile();
  const lines = emails.map((one) => (typeof one === "string" ? ([one, undefined] as const) : one));
  const invitations = lines.map(([email, existing], i) => ({
    ...invitation(email),
    line: i + 2,
    existing: existing
      ? { __typename: "ManagedUser", id: email, fullName: "", url: `/en/mykomax/user-admin/user/${email}`, ...existing }
      : null,
  }));
  await answer(0, { checkInvitations: { __typename: "InvitationCheck", invitations, problems: [] } });
  await screen.findByText(/(is|are) ready$/);
}

const invited = { inviteUser: { __typename: "UserChangePayload", user: null, userErrors: [] } };

test("names the values of the columns as they are written", async () => {
  await check("a@example.com");
  expect(screen.getByText(/separated by semicolons: Service tickets; Learning\./)).toBeInTheDocument();
  expect(screen.getByText(/The role is User or Administrator\./)).toBeInTheDocument();
});

test("ends at the administrator's limit of mails, and keeps the rest to be sent or downloaded", async () => {
  await check("a@example.com", "b@example.com", "c@example.com", "d@example.com");
  await userEvent.click(button("Send 4 invitations"));
  await answer(1, invited);
  // The limit of one e-mail address does not concern the others.
  await answer(2, refused("RECIPIENT_LIMITED"));
  await answer(3, refused("RATE_LIMITED"));
  expect(await screen.findByText("1 invitation was sent")).toBeInTheDocument();
  expect(screen.getByText("1 invitation was not sent")).toBeInTheDocument();
  expect(screen.getByText(/b@example\.com: Too many mails were sent to this person/)).toBeInTheDocument();
  expect(screen.getByText(/limit of mails per hour\. 3 invitations are left/)).toBeInTheDocument();
  expect(sent).toHaveLength(4);
  expect(onSent).toHaveBeenCalledTimes(1);
  const url = screen.getByRole("link", { name: "Download the rest as CSV", hidden: true }).getAttribute("href") ?? "";
  const lines = decodeURIComponent(url.slice(url.indexOf(",") + 1)).split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[1]).toBe('"b@example.com","Wanda","Neu","Nordkabel ""AG""","Service tickets; Learning","Administrator"');

  // The rest has the same idempotency keys.
  await userEvent.click(button("Send 3 invitations"));
  await waitFor(() => expect(sent).toHaveLength(5));
  expect(sent[4]?.variables).toEqual(sent[2]?.variables);
});

test("names before sending who exists already, with a link to the profile, and invites the others only", async () => {
  await check(["member@example.com", { inviteExpiresAt: null }], "new@example.com", [
    "invited@example.com",
    { inviteExpiresAt: "2026-12-01T00:00:00Z" },
  ]);
  expect(screen.getByText("1 invitation is ready")).toBeInTheDocument();
  expect(rows()).toEqual([
    "2 member@example.comWanda Neu Member alreadyShow the profile member@example.com",
    "3 new@example.comWanda Neu New",
    "4 invited@example.comWanda Neu Invited, until 12/1/2026Show the profile invited@example.com",
  ]);
  expect(screen.getByRole("link", { name: "Show the profile member@example.com", hidden: true })).toHaveAttribute(
    "href",
    "/en/mykomax/user-admin/user/member@example.com",
  );
  await userEvent.click(button("Send 1 invitation"));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.variables).toMatchObject({ input: { email: "new@example.com" } });
});

test("links to the profile of a person who was added after the check", async () => {
  await check("a@example.com");
  await userEvent.click(button("Send 1 invitation"));
  const user = { __typename: "ManagedUser", id: "u", fullName: "Ada", url: "/en/mykomax/user-admin/user/u" };
  const userErrors = [{ __typename: "UserError", field: null, code: "ALREADY_EXISTS" }];
  await answer(1, { inviteUser: { __typename: "UserChangePayload", user, userErrors } });
  expect(await screen.findByRole("link", { name: "Show the profile a@example.com", hidden: true })).toHaveAttribute(
    "href",
    "/en/mykomax/user-admin/user/u",
  );
});

test("shows the problems of lines, and sends the invitations of the others", async () => {
  submitFile();
  const problem = (line: number, code: string, value: string) => ({ __typename: "ImportProblem", line, code, value });
  await answer(0, {
    checkInvitations: {
      __typename: "InvitationCheck",
      invitations: [{ ...invitation("a@example.com"), line: 3 }],
      problems: [problem(2, "EMAIL", "none"), problem(4, "NAME", ""), problem(4, "ROLE", "boss")],
    },
  });
  expect(await screen.findByRole("alert", { hidden: true })).toHaveTextContent(/^3 problems:/);
  expect(rows()).toEqual([
    "2 Please provide a valid email address (none)",
    "3 a@example.comWanda Neu New",
    "4 First and last name are neededUnknown role. The roles are User, Administrator. (boss)",
  ]);
  await userEvent.click(button("Send 1 invitation"));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.variables).toMatchObject({ input: { email: "a@example.com" } });
});

test("offers empty files to fill in", async () => {
  submitFile();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.getByRole("link", { name: "Excel", hidden: true })).toHaveAttribute("href", list.importTemplateXlsxUrl);
  expect(screen.getByRole("link", { name: "CSV", hidden: true })).toHaveAttribute("href", list.importTemplateUrl);
});

test("names the possible encodings of a file that is in none for certain", async () => {
  submitFile();
  const problem = { __typename: "ImportProblem", line: 0, code: "ENCODING", value: "Windows-1252, Windows-1250" };
  await answer(0, { checkInvitations: { __typename: "InvitationCheck", invitations: [], problems: [problem] } });
  expect(await screen.findByText(/save it as “CSV UTF-8”.*\(Windows-1252, Windows-1250\)$/)).toBeInTheDocument();
});
