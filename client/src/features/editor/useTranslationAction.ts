import { useMutation } from "@apollo/client/react";
import { useState } from "react";
import { ResetTranslationsDocument, StartTranslationsDocument } from "~/graph/generated/graphql";

export type TranslationAction = "START" | "RESET";

/** The result of an action on a page. */
export interface TranslationActionResult {
  pageId: string;
  action: TranslationAction;
  /** The languages whose state was changed. */
  changed: readonly string[];
  /** Why nothing was changed: the error code, or `FAILED` if the server could not be reached. */
  code: string | undefined;
}

/** Milliseconds between two polls of a translation in progress: its export causes no change event. */
export const pollInterval = 2000;

/** The maximum number of pages per request. */
const maxPagesPerRequest = 100;

/** Starts and resets translations. `running` is the key of the pending action. */
export function useTranslationAction() {
  const [start] = useMutation(StartTranslationsDocument, { fetchPolicy: "no-cache" });
  const [reset] = useMutation(ResetTranslationsDocument, { fetchPolicy: "no-cache" });
  const [running, setRunning] = useState<string>();

  const send = async (action: TranslationAction, pages: readonly string[], languages?: readonly string[]) => {
    const variables = { input: { pages: [...pages], ...(languages && { languages: [...languages] }) } };
    try {
      if (action === "START") return (await start({ variables })).data?.startTranslations.results;
      return (await reset({ variables })).data?.resetTranslations.results;
    } catch (error) {
      console.warn("Translations cannot be changed.", error);
      return undefined;
    }
  };

  /** Runs an action on pages, or on some of their languages, and returns a result for each page. */
  const act = async (
    key: string,
    action: TranslationAction,
    pages: readonly string[],
    languages?: readonly string[],
  ): Promise<TranslationActionResult[]> => {
    setRunning(key);
    const actionResults: TranslationActionResult[] = [];
    for (let first = 0; first < pages.length; first += maxPagesPerRequest) {
      const part = pages.slice(first, first + maxPagesPerRequest);
      const results = await send(action, part, languages);
      for (const pageId of part) {
        const result = results?.find((entry) => entry.pageId === pageId);
        const code = result ? result.userErrors[0]?.code : "FAILED";
        actionResults.push({ pageId, action, changed: result?.changed ?? [], code });
      }
    }
    setRunning(undefined);
    return actionResults;
  };
  return { act, running };
}
