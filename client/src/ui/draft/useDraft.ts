import { useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type Draft,
  removeDraft,
  emptyDraft,
  storeDraft,
  newKey,
  readDraft,
  type UploadedFile,
  withFile,
  withThumbnail,
} from "./draft";

export interface DraftState {
  draft: Draft;
  setValues: (values: Readonly<Record<string, string>>) => void;
  addFile: (file: UploadedFile) => void;
  /** Adds the thumbnail of a file that is still in the draft of this form. */
  addThumbnail: (id: string, thumbnail: string) => void;
  removeFile: (id: string) => void;
  /** An earlier page submitted the draft and was left before the answer, for example for a new login. */
  wasInterrupted: boolean;
  /** The submission was refused, or the user does not want to submit the draft again. */
  forgetAttempt: () => void;
  /** Returns the draft with its key, after storing it as attempted: sent again, also after a reload, it is created once. */
  prepare: () => Draft;
  /** Replaces the values and removes the saved files, with a new key: the old one belongs to the sent submission. */
  replace: (values: Readonly<Record<string, string>>, saved: readonly string[]) => void;
  /** Starts a new draft after a submission; files that arrived meanwhile belong to it. */
  complete: (draft: Draft) => void;
}

/** The mounted forms by draft name, with the function that adds a file. */
const mountedForms = new Map<string, (file: UploadedFile) => void>();

/**
 * The values of a form, stored in the browser. For forms that only signed-in users see: forms of the document are
 * rendered on the server, which has no storage.
 */
export function useDraft(name: string): DraftState {
  const [draft, setDraft] = useState(() => readDraft(name) ?? emptyDraft);
  const [wasInterrupted, setInterrupted] = useState(draft.isAttempted === true);
  // Files arrive at any time: they are added to the latest draft, not to the one of the last render.
  const latest = useRef(draft);
  const store = (next: Draft) => {
    latest.current = next;
    setDraft(next);
    storeDraft(name, next);
    return next;
  };
  const change = (next: Partial<Draft>) => store({ ...latest.current, key: latest.current.key || newKey(), ...next });
  const add = (file: UploadedFile) => change({ files: withFile(latest.current.files, file) });
  const isMounted = useRef(false);
  const addHere = useEffectEvent(add);
  useEffect(() => {
    const here = (file: UploadedFile) => addHere(file);
    isMounted.current = true;
    mountedForms.set(name, here);
    return () => {
      isMounted.current = false;
      if (mountedForms.get(name) === here) mountedForms.delete(name);
    };
  }, [name]);
  return {
    draft,
    setValues: (values) => change({ values: { ...latest.current.values, ...values } }),
    addFile: (file) => {
      // A file may arrive after its form was unmounted: it belongs to the form that is mounted now.
      const addToMountedForm = isMounted.current ? undefined : mountedForms.get(name);
      if (addToMountedForm) {
        addToMountedForm(file);
        return;
      }
      if (!isMounted.current) latest.current = readDraft(name) ?? emptyDraft;
      add(file);
    },
    addThumbnail: (id, thumbnail) => {
      const { files } = latest.current;
      if (isMounted.current && files.some((file) => file.id === id))
        change({ files: withThumbnail(files, id, thumbnail) });
    },
    removeFile: (id) => change({ files: latest.current.files.filter((file) => file.id !== id) }),
    wasInterrupted,
    forgetAttempt: () => {
      setInterrupted(false);
      // The answer may arrive after the form was unmounted, and the draft was changed elsewhere.
      if (!isMounted.current) latest.current = readDraft(name) ?? emptyDraft;
      if (latest.current.isAttempted) store({ ...latest.current, isAttempted: false });
    },
    prepare: () => change({ isAttempted: true }),
    replace: (values, saved) => {
      setInterrupted(false);
      change({
        key: newKey(),
        isAttempted: false,
        values,
        files: latest.current.files.filter(({ id }) => !saved.includes(id)),
      });
    },
    complete: ({ key, files }) => {
      setInterrupted(false);
      const rest = latest.current.files.filter((file) => !files.some(({ id }) => id === file.id));
      if (rest.length > 0) {
        store({ key: newKey(), values: {}, files: rest });
        return;
      }
      latest.current = emptyDraft;
      setDraft(emptyDraft);
      removeDraft(name, key);
    },
  };
}
