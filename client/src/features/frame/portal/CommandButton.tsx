import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { useIntl } from "react-intl";
import type { FrameSiteFragment } from "~/graph/generated/graphql";
import { tryLoad } from "~/lib/loading/tryLoad";
import { SearchIcon } from "~/ui/icon/iconSet";
import type { CommandPaletteProps } from "./CommandPalette";
import styles from "./CommandButton.module.css";
import type { ShortcutsDialogProps } from "./ShortcutsDialog";
import { isShortcut, usesSingleKeys } from "~/lib/interaction/shortcuts";

/** Opens the command palette, also by Ctrl K or ⌘ K; `?` opens the list of shortcuts. Their code is loaded on first use. */
export function CommandButton({ site }: { site: FrameSiteFragment }) {
  const { formatMessage } = useIntl();
  const [open, setOpen] = useState<"palette" | "shortcuts">();
  const [Palette, setPalette] = useState<ComponentType<CommandPaletteProps>>();
  const [Shortcuts, setShortcuts] = useState<ComponentType<ShortcutsDialogProps>>();

  const openPalette = async () => {
    if (!Palette) {
      const module = await tryLoad(() => import("./CommandPalette"));
      if (!module) return;
      setPalette(() => module.CommandPalette);
    }
    setOpen("palette");
  };
  const openShortcuts = async () => {
    if (!Shortcuts) {
      const module = await tryLoad(() => import("./ShortcutsDialog"));
      if (!module) return;
      setShortcuts(() => module.ShortcutsDialog);
    }
    setOpen("shortcuts");
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      void openPalette();
    } else if (event.key === "?" && isShortcut(event) && usesSingleKeys()) {
      event.preventDefault();
      void openShortcuts();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);

  const close = () => setOpen(undefined);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        onClick={() => void openPalette()}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <SearchIcon size={16} />
        <span className={styles.label}>{formatMessage({ id: "search.title" })}</span>
        <kbd className={styles.key} aria-hidden="true">
          Ctrl K
        </kbd>
      </button>
      {Palette && (
        <Palette open={open === "palette"} onClose={close} site={site} onShortcuts={() => void openShortcuts()} />
      )}
      {Shortcuts && <Shortcuts open={open === "shortcuts"} onClose={close} />}
    </>
  );
}
