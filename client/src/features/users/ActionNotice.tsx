import { useEffect, useRef } from "react";
import { useIntl } from "react-intl";
import type { UserAction } from "~/graph/generated/graphql";
import { isFocusLost } from "~/lib/interaction/keepFocus";
import { escapeHtml } from "~/lib/encoding/escapeHtml";
import { Button } from "~/ui/button/Button";
import { LogInAgain } from "~/ui/account/LogInAgain";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { useUserTexts } from "./userTexts";
import { type ActionResult, failure, loginRequired } from "./useUserAction";

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
  /** The pressed control is still there, and keeps the focus. */
  keepsFocus?: boolean;
}

/** Milliseconds for which a success is shown. The audit log offers the undo for ten minutes (USER-26). */
const shownFor = 30_000;

/**
 * The result of an action above the page: a failure until it is hidden, a success with its undo until the shown time is
 * over. Gets the focus, since the clicked button no longer exists.
 */
export function ActionNotice({ notice, onUndo, keepsFocus = false }: ActionNoticeProps) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice && (!keepsFocus || isFocusLost())) box.current?.focus({ preventScroll: true });
  }, [notice, keepsFocus]);
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
    <div ref={box} tabIndex={-1}>
      <FlashMessage
        key={JSON.stringify(notice)}
        flash={{
          floating: true,
          type: code ? "error" : "success",
          timeout: code ? null : shownFor,
          isCounted: undo !== undefined && !code,
          ...(title ? { title } : {}),
          text: escapeHtml(text),
        }}
      >
        {code === loginRequired && <LogInAgain />}
        {undo && (
          <Button variant="secondary" size="small" onClick={() => onUndo(undo)}>
            {formatMessage({ id: "users.undo" })}
            <VisuallyHidden>{` ${name}`}</VisuallyHidden>
          </Button>
        )}
      </FlashMessage>
    </div>
  );
}
