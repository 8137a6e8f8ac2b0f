import { type RefObject, useEffect, useRef, useState } from "react";
import type { ReturnedForm } from "~/lib/screen/screenData";
import {
  type Draft,
  emptyDraft,
  newKey,
  readDraft,
  storeDraft,
  type UploadedFile,
  withFile,
  withThumbnail,
} from "~/ui/draft/draft";
import type { FormFieldDefinition } from "~/ui/form/definition";
import { fillIn, valuesOf } from "~/ui/form/values";

export type Values = Readonly<Record<string, string>>;

export interface PageDraftOptions {
  ref: RefObject<HTMLFormElement | null>;
  fields: readonly FormFieldDefinition[];
  /** The storage name of the draft. */
  draftName: string;
  returned: ReturnedForm | undefined;
  /** Values for an untouched form, of which a draft takes precedence. They may arrive later. */
  defaults: Values;
  /** Values that the URL chooses: they take precedence over a draft. */
  chosen: Values;
}

/**
 * The draft of a form in a server-rendered document. Its controls have the values: the document shows an empty form, or
 * the values of a refused submission, and only the browser has the stored draft.
 */
export function usePageDraft({ ref, fields, draftName, returned, defaults, chosen }: PageDraftOptions) {
  const [draft, setDraft] = useState<Draft>();
  // Files arrive at any time: they are added to the latest draft, not to the one of the last render.
  const latest = useRef(emptyDraft);
  const change = (next: Partial<Draft>) => {
    latest.current = { ...latest.current, key: latest.current.key || newKey(), ...next };
    setDraft(latest.current);
    storeDraft(draftName, latest.current);
    return latest.current;
  };

  // Values that were typed before hydration are newer than the draft.
  useEffect(() => {
    if (!ref.current) return;
    const kept = readDraft(draftName);
    const shown = Object.entries(valuesOf(ref.current, fields)).filter(([, value]) => value !== "");
    const early = Object.fromEntries(shown.filter(([name, value]) => value !== (chosen[name] ?? defaults[name])));
    const isUntouched = !kept && !returned && Object.keys(early).length === 0;
    const typedEarly = returned ? Object.fromEntries(shown) : early;
    const found: Draft = {
      key: kept?.key ?? "",
      files: returned?.files ?? kept?.files ?? [],
      values: returned ? typedEarly : { ...defaults, ...kept?.values, ...chosen, ...typedEarly },
    };
    if (!isUntouched) {
      found.key ||= newKey();
      fillIn(ref.current, found.values);
      storeDraft(draftName, found);
    }
    latest.current = found;
    setDraft(found);
    // Only the first values count: later ones would replace what was typed meanwhile.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [draftName, fields, returned]);

  // Defaults that arrive later, such as the signed-in user's name, fill fields that are still empty.
  useEffect(() => {
    if (!ref.current) return;
    const typed = valuesOf(ref.current, fields);
    const missing = Object.fromEntries(Object.entries(defaults).filter(([name, value]) => value && !typed[name]));
    if (Object.keys(missing).length === 0) return;
    fillIn(ref.current, missing);
    latest.current = { ...latest.current, values: { ...typed, ...missing } };
    setDraft(latest.current);
  }, [defaults, fields, ref]);

  return {
    /** Undefined until hydration. */
    draft,
    values: draft?.values ?? returned?.values ?? { ...defaults, ...chosen },
    /** Stores the values with the idempotency key: sent again after a reload, they are the same submission. */
    keep: (form: HTMLFormElement): Draft => change({ values: valuesOf(form, fields) }),
    addFile: (file: UploadedFile) => void change({ files: withFile(latest.current.files, file) }),
    addThumbnail: (id: string, thumbnail: string) => {
      const { files } = latest.current;
      // The file may have been removed, or sent, meanwhile.
      if (files.some((file) => file.id === id)) change({ files: withThumbnail(files, id, thumbnail) });
    },
    removeFile: (id: string) => void change({ files: latest.current.files.filter((file) => file.id !== id) }),
  };
}
