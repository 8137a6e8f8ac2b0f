import { useIntl } from "react-intl";
import type { VideoModuleFragment } from "~/graph/generated/graphql";
import { Accordion } from "~/ui/accordion/Accordion";
import { Prose } from "~/ui/prose/Prose";
import { Section } from "~/ui/section/Section";
import { Video } from "~/ui/video/Video";
import styles from "./Video.module.css";

/** A video with its caption and, for those who cannot watch or hear it, its transcript. */
export function VideoModule({ module: m }: { module: VideoModuleFragment }) {
  const { formatMessage } = useIntl();
  return (
    <Section id={m.id} title={m.title ?? m.anchorTitle}>
      <figure>
        <Video
          title={m.title ?? m.caption ?? formatMessage({ id: "video.label" })}
          file={m.file && { url: m.file.url, mimeType: m.mimeType ?? null }}
          externalUrl={m.videoUrl ?? null}
          poster={m.thumbnail && { ...m.thumbnail, url: m.thumbnail.source }}
          duration={m.duration ?? null}
        />
        {m.caption && <figcaption className={styles.caption}>{m.caption}</figcaption>}
      </figure>
      {m.transcript && (
        <div className={styles.transcript}>
          <Accordion
            items={[
              {
                id: `${m.id}-transcript`,
                title: formatMessage({ id: "video.transcript" }),
                content: <Prose html={m.transcript} />,
              },
            ]}
          />
        </div>
      )}
    </Section>
  );
}
