import { useMutation } from "@apollo/client/react";
import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { AcceptLicenceDocument, type SoftwareVersionViewFragment } from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { Button, ButtonLink } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { DialogForm } from "~/ui/form/DialogForm";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { DownloadIcon } from "~/ui/icon/iconSet";
import styles from "./DownloadVersion.module.css";

export interface DownloadVersionProps {
  name: string;
  version: SoftwareVersionViewFragment;
  /** One of many on the page. */
  isMinor?: boolean;
}

/** Links to the file of a version once its licence is accepted, which starts the download. */
export function DownloadVersion({ name, version, isMinor = false }: DownloadVersionProps) {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [isAccepted, setAccepted] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const hasFile = !!version.downloadUrl;
  useEffect(() => {
    if (!isAccepted || !hasFile) return;
    // The link replaces the button that opened the dialog.
    link.current?.focus();
    link.current?.click();
  }, [isAccepted, hasFile]);
  const [acceptLicence, { loading }] = useMutation(AcceptLicenceDocument, signedIn);
  const label = (
    <>
      {formatMessage({ id: "software.download" })}
      <VisuallyHidden>{` ${name} ${version.version}`}</VisuallyHidden>
    </>
  );
  const icon = <DownloadIcon size={16} />;
  const variant = isMinor ? "secondary" : "primary";
  if (version.downloadUrl)
    return (
      <ButtonLink
        ref={link}
        size="small"
        variant={variant}
        target={{ kind: "PLAIN", url: version.downloadUrl }}
        icon={icon}
      >
        {label}
      </ButtonLink>
    );

  const accept = async () => {
    setFailed(false);
    const { data } = await acceptLicence({ variables: { input: { version: version.id } } });
    if (data?.acceptLicence.version?.downloadUrl) {
      setOpen(false);
      setAccepted(true);
    } else setFailed(true);
  };
  return (
    <>
      <Button size="small" variant={variant} icon={icon} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={isOpen} title={formatMessage({ id: "software.licence" })} onClose={() => setOpen(false)}>
        <DialogForm
          submit={formatMessage({ id: "software.accept" })}
          isSending={loading}
          onSubmit={() => void accept()}
          onClose={() => setOpen(false)}
        >
          <p>
            {name} {version.version}
          </p>
          <p className={styles.text} lang={version.licenceText.language}>
            {version.licenceText.text}
          </p>
          {hasFailed && (
            <FlashMessage flash={{ type: "error", static: true, text: formatMessage({ id: "machine.failed" }) }} />
          )}
        </DialogForm>
      </Dialog>
    </>
  );
}
