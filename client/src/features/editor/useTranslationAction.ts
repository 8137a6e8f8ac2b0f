import { useMutation } from "@apollo/client/react";
import { useState } from "react";
import {
  ResetTranslationsDocument,
  StartTranslationsDocument,
  type TranslationWorklistPageFragment,
} from "~/graph/generated/graphql";

export type TranslationAction = "START" | "RESET";

/** The result of an action on a page. */
export interface TranslationActionResult {
  pageId: string;
  action: TranslationAction;
  /** The languages whose state was changed. */
  changed: readonly string[];
  /** The languages that must be reset before they are started. */
  skipped: readonly string[];
  /** The states after the action; undefined if they are not known. */
  translation: TranslationWorklistPageFragment | undefined;
  /** Why nothing was changed: the error code, or `FAILED` if the server could not be reached. */
  code: string | undefined;
}

/** The targets of an action: those of pages in languages, or in all their target languages. */
export interface TranslationTargets {
  pages: string[];
  languages?: string[];
  /** Translated targets are left out; otherwise one refuses its page. */
  skipTranslated?: boolean;
}

/** Milliseconds between two polls of a translation in progress: its export causes no change event. */
export const pollInterval = 2000;

/** The maximum number of pages of an action. */
export const maxPages = 100;

/** Starts and resets translations. `running` is the key of the pending action. */
export function useTranslationAction() {
  const [start] = useMutation(StartTranslationsDocument, { fetchPolicy: "no-cache" });
  const [reset] = useMutation(ResetTranslationsDocument, { fetchPolicy: "no-cache" });
  const [running, setRunning] = useState<string>();

  const send = async (action: TranslationAction, input: TranslationTargets) => {
    try {
      if (action === "START") return (await start({ variables: { input } })).data?.startTranslations.results;
      return (await reset({ variables: { input } })).data?.resetTranslations.results;
    } catch (error) {
      console.warn("Translations cannot be changed.", error);
      return undefined;
    }
  };

  /** Runs an action on pages, or on some of their languages, and returns a result for each page. */
  const act = async (
    key: string,
    action: TranslationAction,
    input: TranslationTargets,
  ): Promise<TranslationActionResult[]> => {
    setRunning(key);
    const results = await send(action, input);
    setRunning(undefined);
    return input.pages.map((pageId) => {
      const result = results?.find((entry) => entry.pageId === pageId);
      const code = result ? result.userErrors[0]?.code : "FAILED";
      return {
        pageId,
        action,
        changed: result?.changed ?? [],
        skipped: result?.skipped ?? [],
        translation: result?.translation ?? undefined,
        code,
      };
    });
  };
  return { act, running };
}
