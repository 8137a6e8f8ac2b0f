import { useEffect, useRef } from "react";
import { useIntl } from "react-intl";
import type { UserAction } from "~/graph/generated/graphql";
import { Button } from "~/ui/button/Button";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { escapeHtml } from "~/lib/encoding/escapeHtml";
import styles from "./ActionNotice.module.css";
import { useUserTexts } from "./userTexts";
import { type ActionResult, failure } from "./useUserAction";

/** The shown result of an action. */
export interface Notice extends ActionResult {
  action?: UserAction;
  isUndo?: boolean;
  /** The name of the user. */
  name: string;
}

export interface ActionNoticeProps {
  notice: Notice | undefined;
  onUndo: (id: string) => void;
}

/** The result of an action, with its undo where possible. Gets the focus, since the clicked button no longer exists. */
export function ActionNotice({ notice, onUndo }: ActionNoticeProps) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice) box.current?.focus();
  }, [notice]);
  if (!notice) return null;
  const { code, detail, action, isUndo, name, undo } = notice;
  const title = isUndo
    ? formatMessage({ id: code ? "users.undo.failed" : "users.undone" })
    : action && (code ? texts.failed(action, name) : texts.done(action, name));
  const text = code
    ? code === failure && detail
      ? `${texts.error(code)} ${formatMessage({ id: "users.technical" }, { detail })}`
      : texts.error(code)
    : "";
  return (
    <div ref={box} tabIndex={-1} className={styles.notice}>
      <FlashMessage
        key={JSON.stringify(notice)}
        flash={{ static: true, type: code ? "error" : "success", ...(title ? { title } : {}), text: escapeHtml(text) }}
      />
      {undo && (
        <p>
          <Button variant="secondary" size="small" onClick={() => onUndo(undo)}>
            {formatMessage({ id: "users.undo" })}
          </Button>
        </p>
      )}
    </div>
  );
}
