// Rules: EDIT-4.

import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { renderUi } from "../../../test/renderUi";
import { EditorLogin } from "./EditorLogin";

const fetched = jest.fn<Promise<Response>, [string, RequestInit]>();
const { fetch } = globalThis;
beforeEach(() => {
  fetched.mockReset();
  globalThis.fetch = fetched as unknown as typeof globalThis.fetch;
});
afterEach(() => {
  globalThis.fetch = fetch;
});

const refusal = (status: number, code: string) => new Response(JSON.stringify({ error: { code } }), { status });
const show = (url = "/en/editor?page=/about") => renderUi(<EditorLogin siteName="Strand Group" homeUrl="/en" />, url);

test("sends the password once, and focuses the field with the reason of a refusal", async () => {
  fetched.mockResolvedValueOnce(refusal(401, "UNAUTHENTICATED"));
  const { container } = show();
  const password = screen.getByLabelText("Password");
  await userEvent.type(password, "a guess{Enter}");
  expect(await screen.findByRole("status")).toHaveTextContent("The password is wrong.");
  expect(password).toHaveAccessibleDescription("The password is wrong.");
  expect(password).toHaveFocus();
  expect(password).toHaveValue("a guess");
  expect(fetched).toHaveBeenCalledTimes(1);
  const [url, request] = fetched.mock.calls[0] ?? [];
  expect(url).toBe("/api/editor-area-autentication");
  expect(JSON.parse(request?.body as string)).toEqual({ input: "a guess" });
  expect(await axe(container)).toHaveNoViolations();
});

test.each([
  [400, "BAD_USER_INPUT", "Please enter a password"],
  [403, "FORBIDDEN", "The editor area is closed: no editor password is configured."],
  [429, "RATE_LIMITED", "Too many attempts. Please wait a minute and try again."],
  [500, "INTERNAL", "The server cannot be reached. Please try again."],
])("shows the message for status %d with %s: %s", async (status, code, text) => {
  fetched.mockResolvedValueOnce(refusal(status, code));
  show();
  await userEvent.click(screen.getByRole("button", { name: "Log in" }));
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(text));
});

test("reports that the server cannot be reached and allows another attempt", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation();
  fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  show();
  await userEvent.type(screen.getByLabelText("Password"), "editor{Enter}");
  await waitFor(() =>
    expect(screen.getByRole("status")).toHaveTextContent("The server cannot be reached. Please try again."),
  );
  expect(screen.getByRole("button", { name: "Log in" })).not.toHaveAttribute("aria-disabled");
  warn.mockRestore();
});

test("shows the result of a form that was submitted without JavaScript, and keeps the URL", () => {
  const { container } = show("/en/editor?page=%2Fabout&login=limited");
  expect(screen.getByRole("status")).toHaveTextContent("Too many attempts. Please wait a minute and try again.");
  expect(container.querySelector("form")).toHaveFormValues({ url: "/en/editor?page=%2Fabout" });
});
