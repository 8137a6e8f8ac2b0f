import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Draft, dropDraft, emptyDraft, keepDraft, newKey, readDraft, type SentFile } from "./draft";

export interface DraftInHand {
  draft: Draft;
  type: (values: Readonly<Record<string, string>>) => void;
  addFile: (file: SentFile) => void;
  removeFile: (id: string) => void;
  /** Returns the draft with its key, after storing it: sending it again, also after a reload, creates nothing. */
  ready: () => Draft;
  /** Replaces the values and removes the saved files, with a new key: the old one belongs to the sent submission. */
  renew: (values: Readonly<Record<string, string>>, saved: readonly string[]) => void;
  /** Starts a new draft after a submission; files that arrived meanwhile belong to it. */
  sent: (draft: Draft) => void;
}

/** The mounted forms by draft name, with the function that adds a file. */
const shown = new Map<string, (file: SentFile) => void>();

/**
 * The values of a form, stored in the browser. For forms that only signed-in users see: forms of the document are
 * rendered on the server, which has no storage.
 */
export function useDraft(name: string): DraftInHand {
  const [draft, setDraft] = useState(() => readDraft(name) ?? emptyDraft);
  // Files arrive at any time: they are added to the latest draft, not to the one of the last render.
  const latest = useRef(draft);
  const keep = (next: Draft) => {
    latest.current = next;
    setDraft(next);
    keepDraft(name, next);
    return next;
  };
  const change = (next: Partial<Draft>) => keep({ ...latest.current, key: latest.current.key || newKey(), ...next });
  const add = (file: SentFile) => change({ files: [...latest.current.files, file] });
  const isShown = useRef(false);
  const addHere = useEffectEvent(add);
  useEffect(() => {
    const here = (file: SentFile) => addHere(file);
    isShown.current = true;
    shown.set(name, here);
    return () => {
      isShown.current = false;
      if (shown.get(name) === here) shown.delete(name);
    };
  }, [name]);
  return {
    draft,
    type: (values) => change({ values: { ...latest.current.values, ...values } }),
    addFile: (file) => {
      // A file may arrive after its form was unmounted: it belongs to the form that is mounted now.
      const elsewhere = isShown.current ? undefined : shown.get(name);
      if (elsewhere) {
        elsewhere(file);
        return;
      }
      if (!isShown.current) latest.current = readDraft(name) ?? emptyDraft;
      add(file);
    },
    removeFile: (id) => change({ files: latest.current.files.filter((file) => file.id !== id) }),
    ready: () => change({}),
    renew: (values, saved) => {
      change({ key: newKey(), values, files: latest.current.files.filter(({ id }) => !saved.includes(id)) });
    },
    sent: ({ key, files }) => {
      const rest = latest.current.files.filter((file) => !files.some(({ id }) => id === file.id));
      if (rest.length > 0) {
        keep({ key: newKey(), values: {}, files: rest });
        return;
      }
      latest.current = emptyDraft;
      setDraft(emptyDraft);
      dropDraft(name, key);
    },
  };
}
