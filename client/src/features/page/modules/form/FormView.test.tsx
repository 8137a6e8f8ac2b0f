import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { FormFieldViewFragment, FormModuleFragment } from "~/graph/generated/graphql";
import { PrivacyUrlProvider } from "~/lib/url/privacyUrl";
import { readDraft } from "~/ui/draft/draft";
import { renderUi } from "../../../../../test/renderUi";
import { FormView } from "./FormView";
import type { UploadEvents } from "~/ui/files/upload";

/** The events of pending uploads by file name. */
const uploads = new Map<string, UploadEvents>();

jest.mock("~/ui/files/upload", () => ({
  startUpload: (file: File, events: UploadEvents) => {
    uploads.set(file.name, events);
    return { resume: () => undefined, cancel: () => undefined };
  },
}));

const field: FormFieldViewFragment = {
  name: "subject",
  type: "TEXT",
  required: true,
  shownWhen: null,
  group: "request",
  options: [],
  maxLength: 200,
  pattern: null,
  autocomplete: "",
  messageId: "subject",
  files: null,
};
const formModule: FormModuleFragment = {
  id: "m",
  anchorTitle: null,
  title: "Request",
  text: null,
  site: "main",
  countries: [],
  document: null,
  form: {
    kind: "SERVICE_REQUEST",
    fields: [
      field,
      {
        ...field,
        name: "attachments",
        type: "FILES",
        required: false,
        messageId: "invalid",
        files: { maxSize: 1000, maxCount: 3, mediaTypes: ["image/*"] },
      },
    ],
  },
};

beforeEach(() => {
  uploads.clear();
  window.localStorage.clear();
  renderUi(
    <PrivacyUrlProvider value="/en/privacy">
      <FormView module={formModule} />
    </PrivacyUrlProvider>,
  );
});

const choose = (...names: string[]) =>
  fireEvent.change(screen.getByLabelText(/Pictures/), {
    target: { files: names.map((name) => new File(["x"], name, { type: "image/png" })) },
  });

test("links to the privacy statement before the button", () => {
  const link = screen.getByRole("link", { name: "Privacy" });
  expect(link).toHaveAttribute("href", "/en/privacy");
  expect(link.parentElement).toHaveTextContent("How we use your data: Privacy");
  const button = screen.getByRole("button", { name: "Send request" });
  expect(link.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("keeps all files that arrive at the same moment, and what was typed meanwhile", async () => {
  choose("a.png", "b.png");
  await waitFor(() => expect(uploads.size).toBe(2));
  await userEvent.type(screen.getByLabelText("Subject"), "Hum");
  act(() => {
    uploads.get("a.png")?.onSent("1");
    uploads.get("b.png")?.onSent("2");
  });
  expect(readDraft("SERVICE_REQUEST")).toMatchObject({
    values: { subject: "Hum" },
    files: [
      { id: "1", name: "a.png" },
      { id: "2", name: "b.png" },
    ],
  });
  await userEvent.click(screen.getByRole("button", { name: "Remove a.png" }));
  expect(readDraft("SERVICE_REQUEST")?.files.map(({ id, name }) => [id, name])).toEqual([["2", "b.png"]]);
});

test("does not send a file that is removed before its upload starts", async () => {
  choose("a.png");
  fireEvent.click(screen.getByRole("button", { name: "Cancel the upload of a.png" }));
  await act(async () => {
    await import("~/ui/files/upload");
  });
  expect(uploads.size).toBe(0);
});
