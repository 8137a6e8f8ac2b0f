import { useIntl } from "react-intl";
import type { GalleryModuleFragment } from "~/graph/generated/graphql";
import { Gallery } from "~/ui/gallery/Gallery";
import { Section } from "~/ui/section/Section";

/** A row of pictures that open in a lightbox. */
export function GalleryModule({ module: m }: { module: GalleryModuleFragment }) {
  const { formatMessage } = useIntl();
  const items = m.items.flatMap(({ image, caption }) =>
    image
      ? [
          {
            picture: { ...image, url: image.source },
            original: image.url,
            thumbnail: image.thumbnail,
            lightboxThumbnail: image.lightboxThumbnail,
            caption: caption ?? null,
          },
        ]
      : [],
  );
  return (
    <Section id={m.id} title={m.title ?? m.anchorTitle}>
      <Gallery items={items} label={m.title ?? formatMessage({ id: "gallery.label" })} />
    </Section>
  );
}
