import { type RefObject, useEffect, useRef, useState } from "react";
import { type Draft, emptyDraft, newKey } from "~/ui/draft/draft";
import type { DraftState } from "~/ui/draft/useDraft";

/** Why a form was not submitted, if not because of a field: the request failed, or a limit was reached. */
export type FormFailure = "failed" | "limited";

/** The result of a submission. Without refused fields and a failure, it has succeeded. */
export interface FormResult<Failure = FormFailure> {
  /** The names of the refused fields. */
  refused?: readonly string[] | undefined;
  failure?: Failure | undefined;
  /** No answer has arrived: the server may have accepted the submission. */
  isUnknown?: boolean;
}

export interface FormOptions {
  /** The form, whose first refused field gets the focus. */
  element?: RefObject<HTMLFormElement | null>;
  /** The draft of a form that survives a reload, with its idempotency key. */
  draft?: Pick<DraftState, "prepare" | "forgetAttempt">;
  /** The fields that the server has refused before. */
  refused?: readonly string[] | undefined;
}

export interface FormState<Failure> {
  /** The names of the refused fields. */
  refused: readonly string[];
  failure: Failure | undefined;
  /** The form was submitted while files were uploaded. */
  mustWait: boolean;
  isSending: boolean;
  /** Sends the form, unless it is being sent or files are uploaded. Resolves to whether it has succeeded. */
  send: (submit: (attempt: Draft) => Promise<FormResult<Failure>>) => Promise<boolean>;
  /** Forgets that a field was refused: its value is being changed. */
  accept: (field: string) => void;
  /** Forgets the result of the last submission. */
  reset: () => void;
  /** Sets whether files are uploaded. */
  setUploading: (isUploading: boolean) => void;
  /**
   * The idempotency key of values that no draft keeps: the same ones are sent with the same key, so that a retry after
   * a lost answer repeats nothing.
   */
  keyOf: (values: unknown) => string;
}

const noFields: readonly string[] = [];

/** The state of a form's submission: pending, refused fields, failure, idempotency key. */
export function useForm<Failure = FormFailure>({
  element,
  draft,
  refused: before,
}: FormOptions = {}): FormState<Failure> {
  const [refused, setRefused] = useState(before ?? noFields);
  const [failure, setFailure] = useState<Failure>();
  const [mustWait, setMustWait] = useState(false);
  const [isSending, setSending] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const isAnswered = useRef(false);
  const attempt = useRef({ values: "", key: "" });

  useEffect(() => {
    if (!isAnswered.current) return;
    isAnswered.current = false;
    const controls = Array.from(element?.current?.elements ?? []) as HTMLInputElement[];
    controls.find((control) => refused.includes(control.name))?.focus();
  }, [refused, element]);

  const send: FormState<Failure>["send"] = async (submit) => {
    if (isSending) return false;
    setFailure(undefined);
    setMustWait(isUploading);
    if (isUploading) return false;
    setSending(true);
    const result = await submit(draft?.prepare() ?? emptyDraft);
    setSending(false);
    const fields = result.refused ?? noFields;
    isAnswered.current = fields.length > 0;
    setRefused(fields);
    setFailure(() => result.failure);
    const isDone = fields.length === 0 && result.failure === undefined;
    if (!isDone && !result.isUnknown) draft?.forgetAttempt();
    return isDone;
  };
  return {
    refused,
    failure,
    mustWait,
    isSending,
    send,
    accept: (field) => setRefused((all) => (all.includes(field) ? all.filter((name) => name !== field) : all)),
    reset: () => {
      setRefused(noFields);
      setFailure(undefined);
    },
    setUploading,
    keyOf: (values) => {
      const text = JSON.stringify(values);
      if (attempt.current.values !== text) attempt.current = { values: text, key: newKey() };
      return attempt.current.key;
    },
  };
}
