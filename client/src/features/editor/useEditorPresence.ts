import { useMutation } from "@apollo/client/react";
import { useEffect, useState } from "react";
import { MarkEditorPresenceDocument, type MarkEditorPresenceMutation } from "~/graph/generated/graphql";

/** `localStorage` key: the name under which other editors see this one. */
const nameKey = "strand-editor-name";

/** Milliseconds between two marks of a tab; the server forgets a tab after a minute (EDIT-26). */
const interval = 20_000;

/** The maximum number of characters of a name (`domain/editor/presence.go`). */
export const maxNameLength = 40;

export type PresentEditor = MarkEditorPresenceMutation["markEditorPresence"]["others"][number];

function readName(): string {
  try {
    return localStorage.getItem(nameKey) ?? "";
  } catch {
    return "";
  }
}

function writeName(name: string) {
  try {
    if (name) localStorage.setItem(nameKey, name);
    else localStorage.removeItem(nameKey);
  } catch (error) {
    console.warn("The browser's storage cannot be written.", error);
  }
}

/** Shows other editors that this tab has a page open, and returns those who have the editor area open. */
export function useEditorPresence(site: string, page: string) {
  const [mark] = useMutation(MarkEditorPresenceDocument, { fetchPolicy: "no-cache" });
  const [tab] = useState(() => crypto.randomUUID());
  const [name, setName] = useState(readName);
  const [others, setOthers] = useState<readonly PresentEditor[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const send = async () => {
      if (document.hidden) return;
      try {
        const { data } = await mark({ variables: { input: { tab, name: name || null, site, page } } });
        if (isCurrent && data) setOthers(data.markEditorPresence.others);
      } catch (error) {
        console.warn("The other editors cannot be read.", error);
        if (isCurrent) setOthers([]);
      }
    };
    // The server may have forgotten a tab that is shown again. A hidden one is not sent.
    const sendNow = () => void send();
    sendNow();
    const timer = setInterval(sendNow, interval);
    document.addEventListener("visibilitychange", sendNow);
    return () => {
      isCurrent = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", sendNow);
    };
  }, [mark, tab, name, site, page]);
  return {
    others,
    name,
    setName: (changed: string) => {
      writeName(changed);
      setName(changed);
    },
  };
}
