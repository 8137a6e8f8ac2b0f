import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { offsetName } from "~/i18n/timeZone";
import { copyText } from "~/lib/interaction/useCopy";
import { Button } from "~/ui/button/Button";
import { CopyIcon } from "~/ui/icon/iconSet";
import { TextField } from "~/ui/input/TextField";
import styles from "./CopyLinks.module.css";

export interface CopyLinksProps {
  /** The path of the preview that is shown. */
  previewUrl: string;
  /** Another preview was chosen and is not shown yet. */
  isChanging: boolean;
  /** Further buttons before these. */
  children?: ReactNode;
}

/** The result of copying a link. */
interface CopyResult {
  kind: "area" | "preview";
  /** The preview that the link was created for. */
  previewUrl: string;
  url: string;
  /** When the link expires; undefined for one that does not. */
  until?: string;
  isCopied: boolean;
}

/**
 * Copies the URL of the editor area for other editors, or a link that opens the preview for an hour without a
 * login. If the browser denies access to the clipboard, shows the URL to be copied by hand. Waits for the latest
 * choice: a click leaves the field of the moment, which chooses another preview.
 */
export function CopyLinks({ previewUrl, isChanging, children }: CopyLinksProps) {
  const { formatMessage, formatTime } = useIntl();
  const [result, setResult] = useState<CopyResult | "failed">();
  const [requestedKind, setRequestedKind] = useState<CopyResult["kind"]>();
  const field = useRef<HTMLInputElement>(null);
  const currentResult = result !== "failed" && result?.previewUrl === previewUrl ? result : undefined;
  const shownUrl = currentResult && !currentResult.isCopied ? currentResult.url : undefined;
  useEffect(() => {
    if (shownUrl === undefined) return;
    field.current?.focus();
    field.current?.select();
  }, [shownUrl]);

  const copy = async (link: Pick<CopyResult, "kind" | "url" | "until">) => {
    const isCopied = await copyText(link.url);
    setResult({ ...link, previewUrl, isCopied });
  };
  const copyPreview = async () => {
    const link = await fetchPreviewLink(previewUrl);
    if (link) await copy({ kind: "preview", ...link });
    else setResult("failed");
  };
  const copyRequested = useEffectEvent(async (kind: CopyResult["kind"]) => {
    await (kind === "area" ? copy({ kind, url: window.location.href }) : copyPreview());
    setRequestedKind(undefined);
  });
  useEffect(() => {
    if (requestedKind && !isChanging) void Promise.resolve().then(() => copyRequested(requestedKind));
  }, [requestedKind, isChanging]);
  const expiry = currentResult?.until === undefined ? undefined : new Date(currentResult.until);
  const until = expiry && `${formatTime(expiry, { timeStyle: "short" })} (${offsetName(expiry)})`;
  const copied = formatMessage({
    id: currentResult?.kind === "preview" ? "editor.previewLink.copied" : "editor.context.copied",
  });
  return (
    <>
      <div className={styles.actions}>
        {children}
        <Button
          size="small"
          variant="secondary"
          className={styles.button}
          icon={<CopyIcon size={16} />}
          onClick={() => setRequestedKind("area")}
        >
          {formatMessage({ id: "editor.context.copy" })}
        </Button>
        <Button
          size="small"
          variant="secondary"
          className={styles.button}
          icon={<CopyIcon size={16} />}
          onClick={() => setRequestedKind("preview")}
        >
          {formatMessage({ id: "editor.previewLink" })}
        </Button>
      </div>
      <div className={styles.result}>
        <p role="status">
          {result === "failed" && formatMessage({ id: "editor.previewLink.failed" })}
          {currentResult && (currentResult.isCopied ? copied : formatMessage({ id: "editor.context.notCopied" }))}
          {until && ` ${formatMessage({ id: "editor.previewLink.until" }, { time: until })}`}
        </p>
        {shownUrl !== undefined && (
          <TextField
            ref={field}
            isFilter
            readOnly
            className={styles.url}
            label={formatMessage({ id: "editor.context.address" })}
            value={shownUrl}
            onFocus={({ target }) => target.select()}
          />
        )}
      </div>
    </>
  );
}

/** Creates a link that opens a preview without the editor's cookie; undefined on failure. */
async function fetchPreviewLink(path: string): Promise<{ url: string; until: string } | undefined> {
  try {
    const response = await fetch("/api/editor-preview-link", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ url: path }),
    });
    if (response.ok) return (await response.json()) as { url: string; until: string };
    console.warn(`The preview link was refused with status ${response.status}.`);
  } catch (error) {
    console.warn("The preview link cannot be made.", error);
  }
  return undefined;
}
