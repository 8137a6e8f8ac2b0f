import { type MouseEvent, useId, useRef } from "react";
import { useIntl } from "react-intl";
import { isPlainClick } from "~/lib/interaction/isPlainClick";
import { scrollBehavior } from "~/lib/interaction/scrollBehavior";
import { Button } from "~/ui/button/Button";
import { ArrowLeftIcon, ArrowRightIcon, ExpandIcon } from "~/ui/icon/iconSet";
import { Picture } from "~/ui/picture/Picture";
import styles from "./Gallery.module.css";
import type { LightboxPicture } from "./Lightbox";
import { useLightbox } from "./useLightbox";

export interface GalleryPicture extends LightboxPicture {
  thumbnail: string;
}

/**
 * A scrolling row of pictures, with thumbnails that scroll to each. A picture opens in a lightbox, which is loaded on
 * demand; without JavaScript it is a link to the picture.
 */
export function Gallery({ items, label }: { items: readonly GalleryPicture[]; label: string }) {
  const { formatMessage } = useIntl();
  const id = `${useId()}picture`;
  const track = useRef<HTMLUListElement>(null);
  const { Lightbox, index, open, close } = useLightbox();

  const scroll = (direction: 1 | -1) => {
    const list = track.current;
    if (list) list.scrollBy({ left: direction * list.clientWidth * 0.8, behavior: scrollBehavior() });
  };
  const show = (event: MouseEvent<HTMLAnchorElement>, at: number) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    track.current?.children[at]?.scrollIntoView({ behavior: scrollBehavior(), block: "nearest", inline: "start" });
  };
  return (
    <div className={styles.gallery} role="group" aria-label={label}>
      <ul className={styles.track} ref={track}>
        {items.map((item, i) => (
          <li key={i} className={styles.item} id={`${id}-${i}`}>
            <figure>
              <a
                className={styles.open}
                href={item.original}
                aria-label={formatMessage(
                  { id: "gallery.enlarge" },
                  { picture: item.caption ?? item.picture.alternativeText },
                )}
                onClick={(event) => {
                  if (!isPlainClick(event)) return;
                  event.preventDefault();
                  void open(i, item.original);
                }}
              >
                <Picture picture={item.picture} sizes="(min-width: 64rem) 36rem, 80vw" />
                <span className={styles.expand}>
                  <ExpandIcon />
                </span>
              </a>
              {item.caption && <figcaption className={styles.caption}>{item.caption}</figcaption>}
            </figure>
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <ul className={styles.thumbnails}>
          {items.map((item, i) => (
            <li key={i}>
              <a
                href={`#${id}-${i}`}
                aria-label={formatMessage({ id: "gallery.show" }, { number: i + 1, count: items.length })}
                onClick={(event) => show(event, i)}
              >
                <img className={styles.thumbnail} src={item.thumbnail} alt="" width={56} height={56} loading="lazy" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {items.length > 1 && (
        <div className={styles.controls}>
          <span className={styles.count}>{formatMessage({ id: "gallery.count" }, { count: items.length })}</span>
          <Button
            variant="secondary"
            size="small"
            aria-label={formatMessage({ id: "gallery.previous" })}
            icon={<ArrowLeftIcon />}
            onClick={() => scroll(-1)}
          />
          <Button
            variant="secondary"
            size="small"
            aria-label={formatMessage({ id: "gallery.next" })}
            icon={<ArrowRightIcon />}
            onClick={() => scroll(1)}
          />
        </div>
      )}
      {Lightbox && index !== undefined && <Lightbox items={items} index={index} onClose={close} />}
    </div>
  );
}
