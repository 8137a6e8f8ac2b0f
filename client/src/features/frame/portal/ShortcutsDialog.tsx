import { useState } from "react";
import { useIntl } from "react-intl";
import { Dialog } from "~/ui/dialog/Dialog";
import { Checkbox } from "~/ui/input/Choice";
import styles from "./ShortcutsDialog.module.css";
import { setSingleKeys, usesSingleKeys } from "~/lib/interaction/shortcuts";

export interface ShortcutsDialogProps {
  open: boolean;
  onClose: () => void;
}

const shortcuts = [
  { keys: ["Ctrl K", "⌘ K"], text: "portal.shortcuts.find" },
  { keys: ["?"], text: "portal.shortcuts.help" },
  { keys: ["/"], text: "portal.shortcuts.search" },
  { keys: ["j", "k"], text: "portal.shortcuts.move" },
  { keys: ["Enter"], text: "portal.shortcuts.open" },
  { keys: ["x"], text: "portal.shortcuts.select" },
] as const;

/** Lists the shortcuts of the portal. Those of a single key can be switched off. */
export function ShortcutsDialog({ open, onClose }: ShortcutsDialogProps) {
  const { formatMessage } = useIntl();
  const [isOn, setOn] = useState(usesSingleKeys);
  return (
    <Dialog open={open} title={formatMessage({ id: "portal.shortcuts" })} onClose={onClose}>
      <dl className={styles.list}>
        {shortcuts.map(({ keys, text }) => (
          <div key={text} className={styles.entry}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{formatMessage({ id: text })}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        name="single-keys"
        value="on"
        checked={isOn}
        label={formatMessage({ id: "portal.shortcuts.singleKeys" })}
        onChange={(event) => {
          setOn(event.target.checked);
          setSingleKeys(event.target.checked);
        }}
      />
    </Dialog>
  );
}
