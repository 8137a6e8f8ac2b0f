/** A file that was sent already. */
export interface SentFile {
  id: string;
  name: string;
}

/** What was typed and not sent yet. It survives a reload, an error and a change of language. */
export interface Draft {
  /** The key of the submission that this becomes; empty where nothing was typed yet. */
  key: string;
  values: Readonly<Record<string, string>>;
  files: readonly SentFile[];
}

/** A form in which nothing was typed. */
export const emptyDraft: Draft = { key: "", values: {}, files: [] };

/** Makes the key of a submission: nobody else has it. */
export function newKey(): string {
  return crypto.randomUUID();
}

const prefix = "strand-form-";

/** Reads a form's draft from the browser's storage; undefined for none, or for one that cannot be read. */
export function readDraft(name: string): Draft | undefined {
  try {
    const draft = JSON.parse(window.localStorage.getItem(prefix + name) ?? "null") as Partial<Draft> | null;
    if (typeof draft?.key !== "string") return undefined;
    return {
      key: draft.key,
      values: Object.fromEntries(
        Object.entries(draft.values ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
      ),
      files: (draft.files ?? []).filter((file) => typeof file?.id === "string" && typeof file.name === "string"),
    };
  } catch (error) {
    console.warn("The draft of a form cannot be read.", error);
    return undefined;
  }
}

/** Keeps a form's draft in the browser's storage. */
export function keepDraft(name: string, draft: Draft) {
  try {
    window.localStorage.setItem(prefix + name, JSON.stringify(draft));
  } catch (error) {
    console.warn("The draft of a form cannot be kept.", error);
  }
}

/** Forgets a form's draft; with a key, only the draft of that one: another tab may have begun another. */
export function dropDraft(name: string, key?: string) {
  if (key !== undefined && readDraft(name)?.key !== key) return;
  try {
    window.localStorage.removeItem(prefix + name);
  } catch (error) {
    console.warn("The draft of a form cannot be forgotten.", error);
  }
}
