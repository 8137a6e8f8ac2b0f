import type { SearchResultFragment } from "~/graph/generated/graphql";
import { Picture } from "~/ui/picture/Picture";

export interface ThumbnailProps {
  image: SearchResultFragment["image"];
  className: string | undefined;
  /** Pixels of both sides, which the style of the class repeats. */
  size: number;
}

/** The picture of a result; it is decorative, because the title beside it says what it shows. */
export function Thumbnail({ image, className, size }: ThumbnailProps) {
  if (!image) return null;
  return (
    <span className={className}>
      <Picture
        picture={{ alternativeText: "", url: image.source, srcset: image.srcset, width: size, height: size }}
        sizes={`${size}px`}
      />
    </span>
  );
}
