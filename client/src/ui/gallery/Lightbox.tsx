import { useIntl } from "react-intl";
import Lightboxes from "yet-another-react-lightbox";
import Captions from "yet-another-react-lightbox/plugins/captions";
import Counter from "yet-another-react-lightbox/plugins/counter";
import Thumbnails from "yet-another-react-lightbox/plugins/thumbnails";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import "yet-another-react-lightbox/styles.css";
import "yet-another-react-lightbox/plugins/captions.css";
import "yet-another-react-lightbox/plugins/counter.css";
import "yet-another-react-lightbox/plugins/thumbnails.css";
import type { PictureSource } from "~/ui/picture/Picture";

export interface LightboxPicture {
  picture: PictureSource;
  /** The URL of the picture in full size. */
  original: string;
  lightboxThumbnail: string;
  caption?: string | null;
}

export interface LightboxProps {
  items: readonly LightboxPicture[];
  /** The index of the first shown picture. */
  index: number;
  onClose: () => void;
}

/** A full-window lightbox with thumbnails, zoom, captions and a counter. */
export function Lightbox({ items, index, onClose }: LightboxProps) {
  const { formatMessage } = useIntl();
  return (
    <Lightboxes
      open
      index={index}
      close={onClose}
      plugins={[Captions, Counter, Thumbnails, Zoom]}
      slides={items.map((i) => ({
        src: i.original,
        alt: i.picture.alternativeText,
        thumbnail: i.lightboxThumbnail,
        description: i.caption ?? i.picture.alternativeText,
      }))}
      // An endless row would show a picture twice.
      carousel={{ finite: true }}
      // Lightbox thumbnails are 80 px wide (CONST-30).
      thumbnails={{ width: 80, height: 56, border: 0, padding: 0, gap: 8 }}
      controller={{ closeOnBackdropClick: true }}
      labels={{
        Previous: formatMessage({ id: "gallery.previous" }),
        Next: formatMessage({ id: "gallery.next" }),
        Close: formatMessage({ id: "common.close" }),
        "Zoom in": formatMessage({ id: "gallery.zoomIn" }),
        "Zoom out": formatMessage({ id: "gallery.zoomOut" }),
        Lightbox: formatMessage({ id: "gallery.lightbox" }),
      }}
    />
  );
}
