import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Draft, dropDraft, emptyDraft, keepDraft, newKey, readDraft, type SentFile } from "./draft";

export interface DraftInHand {
  draft: Draft;
  type: (values: Readonly<Record<string, string>>) => void;
  addFile: (file: SentFile) => void;
  removeFile: (id: string) => void;
  /** The draft with its key, which is on record then: sending it again, also after a reload, creates nothing. */
  ready: () => Draft;
  /**
   * Replaces the values and removes the files that were saved, under a new key: the old one belongs to what was sent.
   */
  renew: (values: Readonly<Record<string, string>>, saved: readonly string[]) => void;
  /** Begins anew after a draft was sent; files that came meanwhile are a part of the next one. */
  sent: (draft: Draft) => void;
}

/** The forms that are shown, by the names of their drafts: what adds a file to each. */
const shown = new Map<string, (file: SentFile) => void>();

/**
 * What is typed into a form, kept in the browser's storage. For forms that only signed-in users see:
 * those of the document are rendered where there is no storage.
 */
export function useDraft(name: string): DraftInHand {
  const [draft, setDraft] = useState(() => readDraft(name) ?? emptyDraft);
  // Files arrive at any time: what they are added to is what is there then, not what was rendered last.
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
      // A file may arrive after its form was left: it belongs to what was typed since then.
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
