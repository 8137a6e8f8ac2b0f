import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { useState } from "react";
import { offsetName } from "~/i18n/timeZone";
import { renderUi } from "../../../test/renderUi";
import { CopyLinks } from "./CopyLinks";

const path = "/editor-preview/main~draft~customer~current~now/de-CH/about";
const link = { url: "http://localhost/editor-preview/main~token/de-CH/about", until: "2026-11-23T15:04:00Z" };
/** The expiry time as it is formatted in the time zone of the tests. */
const expiry = new Date(link.until);
const until = `${new Intl.DateTimeFormat("en", { timeStyle: "short" }).format(expiry)} (${offsetName(expiry)})`;

const fetched = jest.fn<Promise<Response>, [string, RequestInit]>();
const { fetch } = globalThis;
beforeEach(() => {
  fetched.mockReset();
  globalThis.fetch = fetched as unknown as typeof globalThis.fetch;
});
afterEach(() => {
  globalThis.fetch = fetch;
});

/** Shows the buttons in a browser that allows or denies writing to the clipboard. */
function show(mayCopy = true) {
  const user = userEvent.setup();
  if (!mayCopy)
    jest.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("denied", "NotAllowedError"));
  return { user, ...renderUi(<CopyLinks previewUrl={path} isChanging={false} />) };
}
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole("button", { name }));

test("copies the link of a preview and shows when it expires", async () => {
  fetched.mockResolvedValue(Response.json(link));
  const { user, container } = show();
  await press(user, "Copy preview link");
  expect(await screen.findByText(`Preview link copied. It opens this preview without a login until ${until}.`)).toBe(
    screen.getByRole("status"),
  );
  expect(await navigator.clipboard.readText()).toBe(link.url);
  const [url, request] = fetched.mock.calls[0] ?? [];
  expect(url).toBe("/api/editor-preview-link");
  expect(JSON.parse(request?.body as string)).toEqual({ url: path });
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();

  await press(user, "Copy link");
  expect(screen.getByRole("status")).toHaveTextContent(/^Link copied$/);
  expect(await navigator.clipboard.readText()).toBe(window.location.href);
  expect(await axe(container)).toHaveNoViolations();
});

test("selects the URL in a text field when the browser denies access to the clipboard", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation();
  fetched.mockResolvedValue(Response.json(link));
  const { user, container } = show(false);
  await press(user, "Copy preview link");
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Address" });
  await waitFor(() => expect(field).toHaveFocus());
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(link.url);
  expect(screen.getByRole("status")).toHaveTextContent(
    `The browser does not allow copying. Copy the address from the field. It opens this preview without a login until ${until}.`,
  );
  expect(await axe(container)).toHaveNoViolations();
  warn.mockRestore();
});

test("shows an error when the server creates no link", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation();
  fetched.mockResolvedValueOnce(new Response("", { status: 401 }));
  const { user } = show();
  await press(user, "Copy preview link");
  expect(await screen.findByText("The preview link cannot be made. Please try again.")).toBeInTheDocument();
  fetched.mockResolvedValueOnce(Response.json(link));
  await press(user, "Copy preview link");
  expect(await screen.findByText(/^Preview link copied\./)).toBeInTheDocument();
  warn.mockRestore();
});

test("copies the preview that was chosen last, once it is shown", async () => {
  fetched.mockImplementation(() => Promise.resolve(Response.json(link)));
  function Previews() {
    const [previewUrl, setPreviewUrl] = useState(path);
    const [isChanging, setChanging] = useState(false);
    const show = () => {
      setPreviewUrl(laterPath);
      setChanging(false);
    };
    return (
      <>
        <input aria-label="Time" onBlur={() => setChanging(true)} />
        <button onClick={show}>Loaded</button>
        <CopyLinks previewUrl={previewUrl} isChanging={isChanging} />
      </>
    );
  }
  const laterPath = "/editor-preview/main~draft~customer~current~20261224T080000Z/en/about";
  const user = userEvent.setup();
  renderUi(<Previews />);
  await user.click(screen.getByLabelText("Time"));
  await press(user, "Copy preview link");
  expect(fetched).not.toHaveBeenCalled();
  await press(user, "Loaded");
  expect(await screen.findByText(/^Preview link copied\./)).toBeInTheDocument();
  expect(fetched.mock.calls.map(([, request]) => JSON.parse(request.body as string) as unknown)).toEqual([
    { url: laterPath },
  ]);
});

test("removes the message about one preview when another preview is shown", async () => {
  function Previews() {
    const [previewUrl, setPreviewUrl] = useState(path);
    return (
      <>
        <button onClick={() => setPreviewUrl("/editor-preview/main~published~anonymous~current~now/en")}>Other</button>
        <CopyLinks previewUrl={previewUrl} isChanging={false} />
      </>
    );
  }
  const user = userEvent.setup();
  renderUi(<Previews />);
  await press(user, "Copy link");
  expect(screen.getByRole("status")).toHaveTextContent("Link copied");
  await press(user, "Other");
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});
