import type { ProductPageFragment } from "~/graph/generated/graphql";
import { Picture } from "~/ui/picture/Picture";
import { Video } from "~/ui/video/Video";
import styles from "./Highlights.module.css";

/** The highlights of a product, each with a picture or a video. */
export function Highlights({ highlights }: { highlights: ProductPageFragment["highlights"] }) {
  return (
    <ul className={styles.list}>
      {highlights.map((h) => (
        <li key={h.name} className={styles.highlight}>
          <div className={styles.media}>
            {h.video ? (
              <Video
                title={h.name}
                file={{ url: h.video.url }}
                poster={{ ...h.video.thumbnail, url: h.video.thumbnail.source }}
              />
            ) : (
              h.image && (
                <Picture
                  picture={{ ...h.image, url: h.image.source, alternativeText: "" }}
                  sizes="(min-width: 64rem) 50vw, 100vw"
                />
              )
            )}
          </div>
          <div className={styles.text}>
            <h3 className={styles.name}>{h.name}</h3>
            {h.shortDescription && <p>{h.shortDescription}</p>}
            {h.longDescription && <p>{h.longDescription}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
