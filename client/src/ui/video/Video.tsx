import { useState } from "react";
import { useIntl } from "react-intl";
import { ArrowUpRightIcon, PlayIcon } from "~/ui/icon/iconSet";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { Picture, type PictureSource } from "~/ui/picture/Picture";
import styles from "./Video.module.css";

export interface VideoProps {
  title: string;
  /** A video file of our own. */
  file?: { url: string; mimeType?: string | null } | null;
  /** An external player. */
  externalUrl?: string | null;
  poster?: PictureSource | null;
  /** Seconds. */
  duration?: number | null;
}

/**
 * A video that loads nothing until it is played. An external player opens in a new tab, so that our pages set no
 * third-party cookies.
 */
export function Video({ title, file, externalUrl, poster, duration }: VideoProps) {
  const { formatMessage } = useIntl();
  const [playing, setPlaying] = useState(false);
  const length = duration ? `${Math.floor(duration / 60)}:${String(Math.round(duration % 60)).padStart(2, "0")}` : "";
  const label = formatMessage({ id: "video.play" }, { title });
  if (playing && file) {
    return (
      // The transcript beside it replaces captions.
      // eslint-disable-next-line jsx-a11y/media-has-caption
      <video className={styles.player} controls autoPlay playsInline poster={poster?.url} aria-label={title}>
        <source src={file.url} type={file.mimeType ?? undefined} />
      </video>
    );
  }
  return (
    <a
      className={styles.poster}
      href={file?.url ?? externalUrl ?? undefined}
      {...(file ? {} : { target: "_blank", rel: "noopener" })}
      onClick={(event) => {
        if (!file) return;
        event.preventDefault();
        setPlaying(true);
      }}
    >
      {poster && <Picture picture={poster} sizes="(min-width: 75rem) 75rem, 100vw" />}
      <span className={styles.play}>
        {file ? <PlayIcon /> : <ArrowUpRightIcon />}
        <VisuallyHidden>{label}</VisuallyHidden>
        {length && <span className={styles.length}>{length}</span>}
      </span>
    </a>
  );
}
