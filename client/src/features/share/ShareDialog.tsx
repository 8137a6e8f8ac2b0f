import { useIntl } from "react-intl";
import { useCopy } from "~/lib/interaction/useCopy";
import { Button } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { ArrowUpRightIcon, CopyIcon, ShareIcon } from "~/ui/icon/iconSet";
import { mailtoUrl, networks } from "./networks";
import styles from "./Share.module.css";

export interface ShareDialogProps {
  open: boolean;
  onClose: () => void;
}

/** The share dialog: the device's own share sheet, a link, mail, social networks. */
export function ShareDialog({ open, onClose }: ShareDialogProps) {
  const { formatMessage } = useIntl();
  return (
    <Dialog open={open} title={formatMessage({ id: "share.title" })} onClose={onClose}>
      {open && <ShareOptions />}
    </Dialog>
  );
}

/** The canonical URL of the page, without parameters of this visit. */
function pageUrl(): string {
  return document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href ?? window.location.href;
}

function ShareOptions() {
  const { formatMessage } = useIntl();
  const { isCopied, copy } = useCopy();
  const url = pageUrl();
  const { title } = document;

  // Cancelling the share sheet rejects the promise: this is not an error.
  const share = () => void navigator.share({ url, title }).catch(() => undefined);
  return (
    <>
      <p className={styles.page}>
        {title}
        <span className={styles.url}>{url}</span>
      </p>
      <div className={styles.actions}>
        {typeof navigator.share === "function" && (
          <Button icon={<ShareIcon size={16} />} onClick={share}>
            {formatMessage({ id: "share.device" })}
          </Button>
        )}
        <Button variant="secondary" icon={<CopyIcon size={16} />} onClick={() => void copy(url)}>
          {formatMessage({ id: "share.copy" })}
        </Button>
        <span role="status">
          {isCopied === true && formatMessage({ id: "share.copied" })}
          {isCopied === false && formatMessage({ id: "share.copyFailed" })}
        </span>
      </div>
      <ul className={styles.ways}>
        <li>
          <a className={styles.way} href={mailtoUrl(url, title)}>
            {formatMessage({ id: "share.mail" })}
          </a>
        </li>
        {networks.map(({ name, shareUrl }) => (
          <li key={name}>
            <a className={styles.way} href={shareUrl(url, title)} target="_blank" rel="noopener noreferrer">
              {name}
              <VisuallyHidden> {formatMessage({ id: "link.newTab" })}</VisuallyHidden>
              <ArrowUpRightIcon size={16} />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
