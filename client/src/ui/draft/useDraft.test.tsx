// Rules: FORM-39.

import { act, renderHook } from "@testing-library/react";
import { storeDraft, readDraft } from "./draft";
import { useDraft } from "./useDraft";

const show = () => renderHook(() => useDraft("one"));
const file = { id: "f", name: "hum.mp4" };

beforeEach(() => window.localStorage.clear());

test("restores typed values when the form is shown again", () => {
  const { result, unmount } = show();
  act(() => result.current.setValues({ subject: "Hum" }));
  unmount();
  expect(show().result.current.draft.values).toEqual({ subject: "Hum" });
});

test("does not lose values that are typed after a file's form was left", () => {
  const left = show();
  act(() => left.result.current.setValues({ subject: "Hum" }));
  left.unmount();
  storeDraft("one", { key: "k", values: { subject: "Rattle" }, files: [] });
  act(() => left.result.current.addFile(file));
  expect(readDraft("one")).toEqual({ key: "k", values: { subject: "Rattle" }, files: [file] });
});

test("adds a file whose form was left to the form that is shown now", () => {
  const left = show();
  left.unmount();
  const { result } = show();
  act(() => result.current.setValues({ subject: "Hum" }));
  act(() => left.result.current.addFile(file));
  expect(result.current.draft.files).toEqual([file]);
  act(() => result.current.setValues({ subject: "Hum!" }));
  expect(readDraft("one")).toMatchObject({ values: { subject: "Hum!" }, files: [file] });
});

test("keeps values that are typed in another tab while a draft is sent", () => {
  const { result } = show();
  act(() => result.current.setValues({ subject: "Hum" }));
  const other = { key: "another", values: { subject: "Rattle" }, files: [] };
  act(() => {
    const draft = result.current.prepare();
    storeDraft("one", other);
    result.current.complete(draft);
  });
  expect(readDraft("one")).toEqual(other);
});

test("announces an attempt without an answer to the next page, and not one that was refused", () => {
  const attempted = show();
  act(() => void attempted.result.current.prepare());
  attempted.unmount();
  const { result, unmount } = show();
  expect(result.current.wasInterrupted).toBe(true);
  act(() => result.current.forgetAttempt());
  expect(result.current.wasInterrupted).toBe(false);
  unmount();
  expect(show().result.current.wasInterrupted).toBe(false);
});

test("forgets an attempt whose answer arrives after the form was left, and keeps what was typed since", () => {
  const left = show();
  act(() => void left.result.current.prepare());
  left.unmount();
  const typed = show();
  act(() => typed.result.current.setValues({ subject: "Rattle" }));
  act(() => left.result.current.forgetAttempt());
  expect(readDraft("one")?.values).toEqual({ subject: "Rattle" });
  expect(readDraft("one")?.isAttempted).toBeUndefined();
});
