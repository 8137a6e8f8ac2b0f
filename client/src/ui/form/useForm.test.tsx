// Rules: FORM-39.

import { act, fireEvent, renderHook, screen } from "@testing-library/react";
import { useRef } from "react";
import { renderUi } from "../../../test/renderUi";
import { readDraft } from "../draft/draft";
import { useDraft } from "../draft/useDraft";
import { FormNotice } from "./FormNotice";
import { type FormResult, type FormState, useForm } from "./useForm";

beforeEach(() => window.localStorage.clear());

/** A submission whose answer the test sends. */
function pendingAnswer() {
  let answer: (result: FormResult) => void = () => undefined;
  const submit = jest.fn(() => new Promise<FormResult>((resolve) => (answer = resolve)));
  const send = (result: FormResult) =>
    act(() => {
      answer(result);
      return Promise.resolve();
    });
  return { submit, answer: send };
}

/** A form with two fields, whose latest state the test reads. */
function show(before: readonly string[] = []) {
  const shown: { state?: FormState<"failed" | "limited"> } = {};
  function Form() {
    const element = useRef<HTMLFormElement>(null);
    const state = useForm({ element, refused: before });
    shown.state = state;
    return (
      <form ref={element}>
        <input name="subject" aria-label="Subject" onChange={() => state.accept("subject")} />
        <input name="text" aria-label="Text" />
        <FormNotice form={state} failed="ticket.failed" limited="ticket.limited" interrupted="form.interrupted" />
      </form>
    );
  }
  renderUi(<Form />);
  return () => {
    if (!shown.state) throw new Error("The form is not shown.");
    return shown.state;
  };
}

test("is sent once until the answer arrives", async () => {
  const { submit, answer } = pendingAnswer();
  const { result } = renderHook(() => useForm());
  let isDone: boolean | undefined;
  act(() => void result.current.send(submit).then((done) => (isDone = done)));
  expect(result.current.isSending).toBe(true);
  await act(async () => expect(await result.current.send(submit)).toBe(false));
  await answer({});
  expect(submit).toHaveBeenCalledTimes(1);
  expect(result.current).toMatchObject({ isSending: false, refused: [], failure: undefined });
  expect(isDone).toBe(true);
});

test("focuses the first refused field, and only after an answer", async () => {
  const state = show(["text"]);
  expect(state().refused).toEqual(["text"]);
  expect(document.body).toHaveFocus();
  await act(() => state().send(() => Promise.resolve({ refused: ["text", "subject"] })));
  const subject = screen.getByLabelText("Subject");
  expect(subject).toHaveFocus();
  // The typed field is no longer refused, and keeps the focus.
  fireEvent.change(subject, { target: { value: "Hum" } });
  expect(state().refused).toEqual(["text"]);
  expect(subject).toHaveFocus();
  // The same field, refused again.
  await act(() => state().send(() => Promise.resolve({ refused: ["text"] })));
  expect(screen.getByLabelText("Text")).toHaveFocus();
  act(() => state().reset());
  expect(state().refused).toEqual([]);
});

test("says why it was not submitted until it is sent again", async () => {
  const state = show();
  expect(screen.getByRole("status")).toHaveTextContent(/^This may not have been sent/);
  for (const [failure, text] of [
    ["failed", /could not be/],
    ["limited", /many/],
  ] as const) {
    await act(() => state().send(() => Promise.resolve({ failure })));
    expect(screen.getByRole("alert")).toHaveTextContent(text);
    expect(screen.queryByRole("status")).not.toBeInTheDocument();
  }
  const { submit, answer } = pendingAnswer();
  act(() => void state().send(submit));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  await answer({});
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("is not sent while files are uploaded", async () => {
  const state = show();
  const { submit, answer } = pendingAnswer();
  act(() => state().setUploading(true));
  await act(() => state().send(submit));
  expect(submit).not.toHaveBeenCalled();
  expect(screen.getByRole("alert")).toHaveTextContent(/upload/);
  act(() => state().setUploading(false));
  act(() => void state().send(submit));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  await answer({});
  expect(submit).toHaveBeenCalledTimes(1);
});

test.each([
  ["is known after a refusal", { refused: ["text"] }, undefined],
  ["is known after a limit", { failure: "limited" }, undefined],
  ["is unknown without an answer", { failure: "failed", isUnknown: true }, true],
] as const)("what the attempt of a draft has done %s", async (_, answer, isAttempted) => {
  const { result } = renderHook(() => {
    const draft = useDraft("one");
    return { draft, form: useForm({ draft }) };
  });
  act(() => result.current.draft.setValues({ text: "Hum" }));
  let sent: unknown;
  await act(() =>
    result.current.form.send((attempt) => {
      sent = attempt;
      // It is stored before it is sent.
      expect(readDraft("one")).toEqual(attempt);
      return Promise.resolve(answer);
    }),
  );
  expect(sent).toMatchObject({ key: expect.stringMatching(/./) as string, values: { text: "Hum" }, isAttempted: true });
  expect(readDraft("one")?.isAttempted).toBe(isAttempted);
});

test("keeps the key of the same values, and has a new one for others", () => {
  const { result } = renderHook(() => useForm());
  const key = result.current.keyOf({ name: "A" });
  expect(result.current.keyOf({ name: "A" })).toBe(key);
  expect(result.current.keyOf({ name: "B" })).not.toBe(key);
});
