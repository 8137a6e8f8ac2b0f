import { useMutation } from "@apollo/client/react";
import { useState } from "react";
import { ResetTranslationsDocument, StartTranslationsDocument } from "~/graph/generated/graphql";

export type TranslationAction = "START" | "RESET";

/** What an action did with a page. */
export interface TranslationOutcome {
  pageId: string;
  action: TranslationAction;
  /** The languages whose state was changed. */
  changed: readonly string[];
  /** Why nothing was changed: the code of the refusal, or `FAILED` where the server was not reached. */
  code: string | undefined;
}

/** Milliseconds between two looks at a translation in progress: its export is no change of the content. */
export const lookEvery = 2000;

/** How many pages the server takes at once. */
const pagesAtOnce = 100;

/** Starts and resets translations. `running` is the key of the action that is not answered yet. */
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

  /** Acts on pages, or on some of their languages, and returns a result for each page. */
  const act = async (
    key: string,
    action: TranslationAction,
    pages: readonly string[],
    languages?: readonly string[],
  ): Promise<TranslationOutcome[]> => {
    setRunning(key);
    const outcomes: TranslationOutcome[] = [];
    for (let first = 0; first < pages.length; first += pagesAtOnce) {
      const part = pages.slice(first, first + pagesAtOnce);
      const results = await send(action, part, languages);
      for (const pageId of part) {
        const result = results?.find((known) => known.pageId === pageId);
        const code = result ? result.userErrors[0]?.code : "FAILED";
        outcomes.push({ pageId, action, changed: result?.changed ?? [], code });
      }
    }
    setRunning(undefined);
    return outcomes;
  };
  return { act, running };
}
