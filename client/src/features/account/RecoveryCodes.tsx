import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useCopy } from "~/lib/interaction/useCopy";
import { Button } from "~/ui/button/Button";
import { useLeaveQuestion } from "~/ui/form/useLeaveQuestion";
import styles from "./Account.module.css";
import { SaveCodes, type SaveCodesProps } from "./SaveCodes";

/** Recovery codes that are not valid before the user has saved them. */
export interface CreatedCodes {
  id: string;
  codes: readonly string[];
}

export interface RecoveryCodesProps extends Pick<SaveCodesProps, "onEnd"> {
  created: CreatedCodes;
  /** They replace the codes of an active second factor. */
  areNew: boolean;
}

/** New recovery codes, to be copied, downloaded or printed, with the confirmation that they are saved (ACC-10). */
export function RecoveryCodes({ created, areNew, onEnd }: RecoveryCodesProps) {
  const { formatMessage } = useIntl();
  const { isCopied, copy } = useCopy();
  const [areSaved, setSaved] = useState(false);
  useLeaveQuestion(formatMessage({ id: "account.codesLeave" }), !areSaved);
  const text = `${created.codes.join("\n")}\n`;
  // The control that was pressed no longer exists, and the codes are not shown again.
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} tabIndex={-1} className={styles.factor}>
      <p className={styles.text}>{formatMessage({ id: areNew ? "account.recoveryNew" : "account.recovery" })}</p>
      <ul className={styles.codes}>
        {created.codes.map((code) => (
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
      </div>
      <p role="alert">{isCopied === false && formatMessage({ id: "account.codesNotCopied" })}</p>
      <SaveCodes id={created.id} onPress={() => setSaved(true)} onEnd={onEnd} />
    </div>
  );
}
