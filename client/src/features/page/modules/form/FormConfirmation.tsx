import { type ReactNode, useEffect, useRef } from "react";
import { useIntl } from "react-intl";
import type { SentForm } from "~/lib/screen/screenData";
import type { TextId } from "~/i18n/textId";
import { formatBytes } from "~/i18n/formatBytes";
import { Button, ButtonLink } from "~/ui/button/Button";
import { DownloadIcon } from "~/ui/icon/iconSet";
import styles from "./FormView.module.css";

export interface FormConfirmationProps {
  /** The id that the URL of the confirmation links to. */
  id: string;
  submission: SentForm;
  /** Shows the form again; without it, a link to the page does. */
  onAgain?: (() => void) | undefined;
  page: string;
  /** The texts of a form that is not answered like a request. */
  title?: TextId;
  text?: TextId;
  /** Replaces the link to another form. */
  next?: ReactNode;
}

/** The confirmation of a submission, with its reference. */
export function FormConfirmation({
  id,
  submission: { file, reference },
  onAgain,
  page,
  title = "form.sentTitle",
  text = "form.sentText",
  next,
}: FormConfirmationProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const another = formatMessage({ id: "form.another" });
  return (
    <div className={styles.sent} role="status">
      <h3 id={id} ref={heading} tabIndex={-1} className={styles.sentTitle}>
        {formatMessage({ id: file ? "whitepaper.ready" : title })}
      </h3>
      {file ? (
        <ButtonLink target={{ kind: "PLAIN", url: file.url }} icon={<DownloadIcon size={16} />}>
          {formatMessage(
            { id: "whitepaper.download" },
            { extension: file.extension, size: file.size ? formatBytes(intl, file.size) : "" },
          )}
        </ButtonLink>
      ) : (
        <>
          <p>{formatMessage({ id: text }, { reference: <strong key="reference">{reference}</strong> })}</p>
          {next !== undefined ? (
            next
          ) : onAgain ? (
            <Button variant="secondary" onClick={onAgain}>
              {another}
            </Button>
          ) : (
            <ButtonLink variant="secondary" target={{ kind: "PLAIN", url: page }}>
              {another}
            </ButtonLink>
          )}
        </>
      )}
    </div>
  );
}
