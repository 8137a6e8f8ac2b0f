import { useState } from "react";
import { useIntl } from "react-intl";
import type { TicketFileViewFragment } from "~/graph/generated/graphql";
import { formatBytes } from "~/i18n/formatBytes";
import { isPlainClick } from "~/lib/interaction/isPlainClick";
import { useLightbox } from "~/ui/gallery/useLightbox";
import { DownloadIcon, ExpandIcon } from "~/ui/icon/iconSet";
import styles from "./Attachments.module.css";

/** The files of a ticket or comment: pictures and videos are shown, and each file can be downloaded. */
export function Attachments({ files }: { files: readonly TicketFileViewFragment[] }) {
  const intl = useIntl();
  const { Lightbox, index, open, close } = useLightbox();
  if (files.length === 0) return null;

  const pictures = files.filter(isPicture);
  return (
    <ul className={styles.files} aria-label={intl.formatMessage({ id: "form.field.attachments" })}>
      {files.map((file) => (
        <li key={file.id} className={styles.file}>
          {isPicture(file) && <Thumbnail file={file} onOpen={() => void open(pictures.indexOf(file), file.url)} />}
          {file.mediaType.startsWith("video/") && <VideoPlayer file={file} />}
          <a className={styles.download} href={file.url} download={file.fileName}>
            <DownloadIcon size={16} />
            <span className={styles.name}>
              {intl.formatMessage({ id: "ticket.download" }, { name: file.fileName })}
            </span>
            <span className={styles.size}>{formatBytes(intl, file.size)}</span>
          </a>
        </li>
      ))}
      {Lightbox && index !== undefined && (
        <Lightbox
          items={pictures.map((file) => ({
            picture: { alternativeText: file.fileName, url: file.url },
            original: file.url,
            lightboxThumbnail: file.url,
            caption: file.fileName,
          }))}
          index={index}
          onClose={close}
        />
      )}
    </ul>
  );
}

function isPicture({ mediaType }: TicketFileViewFragment): boolean {
  return mediaType.startsWith("image/");
}

function Thumbnail({ file, onOpen }: { file: TicketFileViewFragment; onOpen: () => void }) {
  const { formatMessage } = useIntl();
  const { url, onError } = useStableUrl(file.url);
  if (!url) return null;
  return (
    <a
      className={styles.open}
      href={url}
      aria-label={formatMessage({ id: "gallery.enlarge" }, { picture: file.fileName })}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onOpen();
      }}
    >
      <img className={styles.picture} src={url} alt="" loading="lazy" decoding="async" onError={onError} />
      <span className={styles.expand}>
        <ExpandIcon size={16} />
      </span>
    </a>
  );
}

function VideoPlayer({ file }: { file: TicketFileViewFragment }) {
  const { url, onError } = useStableUrl(file.url);
  if (!url) return null;
  return (
    // Customers upload videos without captions.
    // eslint-disable-next-line jsx-a11y/media-has-caption
    <video
      className={styles.video}
      src={url}
      controls
      playsInline
      preload="metadata"
      aria-label={file.fileName}
      onError={onError}
    />
  );
}

/**
 * Returns a stable URL for a file. Every response of the graph has a new signed URL, each valid for a while:
 * the first is kept until it fails, so that nothing is loaded twice. Undefined after a second failure.
 */
function useStableUrl(newest: string): { url: string | undefined; onError: () => void } {
  const [stableUrl, setStableUrl] = useState(newest);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const hasFailed = failures.includes(stableUrl);
  if (hasFailed && failures.length < 2 && newest !== stableUrl) setStableUrl(newest);
  return { url: hasFailed ? undefined : stableUrl, onError: () => setFailures([...failures, stableUrl]) };
}
