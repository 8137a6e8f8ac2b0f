import { useEffect, useRef } from "react";
import { useIntl } from "react-intl";
import { useCopy } from "~/lib/interaction/useCopy";
import { Button } from "~/ui/button/Button";
import { useLeaveQuestion } from "~/ui/form/useLeaveQuestion";
import styles from "./Account.module.css";

export interface RecoveryCodesProps {
  codes: readonly string[];
  /** Called when the user has saved the codes, which are not shown again. */
  onSaved: () => void;
}

/** The recovery codes of a new second factor, to be copied, downloaded or printed (ACC-10). */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { formatMessage } = useIntl();
  const { isCopied, copy } = useCopy();
  useLeaveQuestion(formatMessage({ id: "account.codesLeave" }));
  const text = `${codes.join("\n")}\n`;
  // The form whose button was pressed no longer exists, and the codes are not shown again.
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} tabIndex={-1} className={styles.factor}>
      <p className={styles.text}>{formatMessage({ id: "account.recovery" })}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="secondary" size="small" onClick={() => void copy(text)}>
          {formatMessage({ id: isCopied ? "account.codesCopied" : "account.codesCopy" })}
        </Button>
        <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download="recovery-codes.txt">
          {formatMessage({ id: "account.codesDownload" })}
        </a>
        <Button variant="secondary" size="small" onClick={() => window.print()}>
          {formatMessage({ id: "account.codesPrint" })}
        </Button>
        <Button size="small" onClick={onSaved}>
          {formatMessage({ id: "account.codesSaved" })}
        </Button>
      </div>
      <p role="alert">{isCopied === false && formatMessage({ id: "account.codesNotCopied" })}</p>
    </div>
  );
}
