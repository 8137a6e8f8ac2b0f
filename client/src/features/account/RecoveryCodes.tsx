import { useState } from "react";
import { useIntl } from "react-intl";
import { Button } from "~/ui/button/Button";
import styles from "./Account.module.css";

export interface RecoveryCodesProps {
  codes: readonly string[];
  /** Called when the user has saved the codes, which are not shown again. */
  onSaved: () => void;
}

/** The recovery codes of a new second factor, to be copied, downloaded or printed (ACC-10). */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { formatMessage } = useIntl();
  const [isCopied, setCopied] = useState(false);
  const text = `${codes.join("\n")}\n`;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div className={styles.factor}>
      <p className={styles.text} role="status">
        {formatMessage({ id: "account.recovery" })}
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          size="small"
          // Without the permission, the user copies the shown codes.
          onClick={() => void copy().catch((error: unknown) => console.warn("The codes cannot be copied.", error))}
        >
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
    </div>
  );
}
