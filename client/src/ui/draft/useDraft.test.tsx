import { act, renderHook } from "@testing-library/react";
import { keepDraft, readDraft } from "./draft";
import { useDraft } from "./useDraft";

const show = () => renderHook(() => useDraft("one"));
const file = { id: "f", name: "hum.mp4" };

beforeEach(() => window.localStorage.clear());

test("what is typed is there again when the form is", () => {
  const { result, unmount } = show();
  act(() => result.current.type({ subject: "Hum" }));
  unmount();
  expect(show().result.current.draft.values).toEqual({ subject: "Hum" });
});

test("a file that arrives after its form was left takes nothing from what was typed since", () => {
  const left = show();
  act(() => left.result.current.type({ subject: "Hum" }));
  left.unmount();
  keepDraft("one", { key: "k", values: { subject: "Rattle" }, files: [] });
  act(() => left.result.current.addFile(file));
  expect(readDraft("one")).toEqual({ key: "k", values: { subject: "Rattle" }, files: [file] });
});

test("a file that arrives after its form was left is seen in the one that is shown now", () => {
  const left = show();
  left.unmount();
  const { result } = show();
  act(() => result.current.type({ subject: "Hum" }));
  act(() => left.result.current.addFile(file));
  expect(result.current.draft.files).toEqual([file]);
  act(() => result.current.type({ subject: "Hum!" }));
  expect(readDraft("one")).toMatchObject({ values: { subject: "Hum!" }, files: [file] });
});

test("what is typed in another tab while a draft is being sent stays", () => {
  const { result } = show();
  act(() => result.current.type({ subject: "Hum" }));
  const other = { key: "another", values: { subject: "Rattle" }, files: [] };
  act(() => {
    const draft = result.current.ready();
    keepDraft("one", other);
    result.current.sent(draft);
  });
  expect(readDraft("one")).toEqual(other);
});
