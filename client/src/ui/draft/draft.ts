/** An uploaded file. */
export interface UploadedFile {
  id: string;
  name: string;
  /** In bytes; undefined in a draft of an earlier release. */
  size?: number;
  /** A small picture as a data URL; undefined for files that the browser cannot show. */
  thumbnail?: string;
  /** When it was chosen, in epoch milliseconds; undefined in a draft of an earlier release. */
  addedAt?: number;
}

/** Adds a file at its place: files are listed as they were chosen, and not as their uploads end. */
export function withFile(files: readonly UploadedFile[], file: UploadedFile): readonly UploadedFile[] {
  return [...files, file].sort((a, b) => (a.addedAt ?? 0) - (b.addedAt ?? 0));
}

/** Adds the thumbnail of a file. */
export function withThumbnail(files: readonly UploadedFile[], id: string, thumbnail: string): readonly UploadedFile[] {
  return files.map((file) => (file.id === id ? { ...file, thumbnail } : file));
}

/** The typed and not yet submitted values of a form. They survive a reload, an error and a change of language. */
export interface Draft {
  /** The idempotency key of the future submission; empty until something is typed. */
  key: string;
  values: Readonly<Record<string, string>>;
  files: readonly UploadedFile[];
  /** It was submitted, and no answer has arrived: the page may have been left for a new login. */
  isAttempted?: boolean;
}

/** The draft of an untouched form. */
export const emptyDraft: Draft = { key: "", values: {}, files: [] };

/** Reads a stored file, without an invalid size or thumbnail; undefined if it is no file. */
function readFile(value: unknown): UploadedFile | undefined {
  const { id, name, size, thumbnail, addedAt } = (value ?? {}) as Partial<Record<keyof UploadedFile, unknown>>;
  if (typeof id !== "string" || typeof name !== "string") return undefined;
  return {
    id,
    name,
    ...(typeof size === "number" ? { size } : {}),
    ...(typeof thumbnail === "string" && thumbnail.startsWith("data:image/") ? { thumbnail } : {}),
    ...(typeof addedAt === "number" ? { addedAt } : {}),
  };
}

/** Creates a unique idempotency key. */
export function newKey(): string {
  return crypto.randomUUID();
}

const prefix = "strand-form-";

/** Reads a form's draft from the browser's storage; undefined if there is none or it is invalid. */
export function readDraft(name: string): Draft | undefined {
  try {
    const draft = JSON.parse(window.localStorage.getItem(prefix + name) ?? "null") as Partial<Draft> | null;
    if (typeof draft?.key !== "string") return undefined;
    return {
      key: draft.key,
      values: Object.fromEntries(
        Object.entries(draft.values ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
      ),
      files: (draft.files ?? []).flatMap((file) => readFile(file) ?? []),
      ...(draft.isAttempted === true ? { isAttempted: true } : {}),
    };
  } catch (error) {
    console.warn("A form's draft cannot be read.", error);
    return undefined;
  }
}

/** Stores a form's draft in the browser's storage. */
export function storeDraft(name: string, draft: Draft) {
  try {
    window.localStorage.setItem(prefix + name, JSON.stringify(draft));
  } catch (error) {
    console.warn("A form's draft cannot be stored.", error);
  }
}

/** Removes a form's draft; with a key, only the draft with that key: another tab may have started a new one. */
export function removeDraft(name: string, key?: string) {
  if (key !== undefined && readDraft(name)?.key !== key) return;
  try {
    window.localStorage.removeItem(prefix + name);
  } catch (error) {
    console.warn("A form's draft cannot be removed.", error);
  }
}
