import { type RefObject, useEffect } from "react";
import { isShortcut, usesSingleKeys } from "~/lib/interaction/shortcuts";

/** `j` and `k` move the focus to the next or previous record of a table, `x` selects it, `/` moves to the list's search. */
export function useRecordKeys(table: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const move = (links: HTMLElement[], step: 1 | -1) => {
      const row = document.activeElement?.closest("tr");
      const at = links.findIndex((link) => link.closest("tr") === row);
      links[at < 0 ? 0 : at + step]?.focus();
    };
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event) || !usesSingleKeys() || !table.current) return;
      const links = [...table.current.querySelectorAll<HTMLElement>("[data-record]")];
      if (event.key === "j") move(links, 1);
      else if (event.key === "k") move(links, -1);
      else if (event.key === "x")
        document.activeElement?.closest("tr")?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
      else if (event.key === "/") {
        event.preventDefault();
        document.querySelector<HTMLInputElement>("main form input[type=search]")?.focus();
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [table]);
}
