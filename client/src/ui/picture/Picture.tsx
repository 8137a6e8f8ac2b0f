import { preload } from "react-dom";

/** A picture in one of the presets (CONST-30); the graph computes the URLs. */
export interface PictureSource {
  /** Empty for a decorative picture. */
  alternativeText: string;
  /** The URL of the preset's main size in the fallback format. */
  url: string;
  /** Candidates in webp, as an `Image.srcsetPattern` of the graph or a plain `srcset`. */
  srcset?: string | null;
  /** Pixels of the main size; they reserve the space before the picture is loaded. */
  width?: number | null;
  height?: number | null;
}

export interface PictureProps {
  picture: PictureSource;
  /** The value of the `sizes` attribute. */
  sizes?: string;
  /** Loads the main picture of the first screen before everything else. */
  priority?: boolean;
  className?: string | undefined;
}

/** Expands an `Image.srcsetPattern` to a `srcset`: `/a/{240,480}/x.webp {}w`. */
export function expandSrcset(pattern: string): string {
  let parts: string[] = [];
  // Texts and groups alternate.
  const pieces = pattern.split(/\{([^}]*)\}/).map((piece, i) => {
    if (i % 2 === 0) return piece;
    if (piece) parts = piece.split(",");
    return parts;
  });
  if (parts.length === 0) return pattern;
  return parts
    .map((_, candidate) => pieces.map((piece) => (typeof piece === "string" ? piece : piece[candidate])).join(""))
    .join(", ");
}

/** A responsive picture that reserves its space and loads lazily. */
export function Picture({ picture, sizes = "100vw", priority = false, className }: PictureProps) {
  const srcSet = picture.srcset ? expandSrcset(picture.srcset) : undefined;
  // The head of the document names the main picture: the browser requests it before it has received the menus.
  if (priority && import.meta.env.SSR) {
    const candidates = srcSet && { type: "image/webp", imageSrcSet: srcSet, imageSizes: sizes };
    preload(picture.url, { as: "image", fetchPriority: "high", ...candidates });
  }
  return (
    <picture>
      {srcSet && <source type="image/webp" srcSet={srcSet} sizes={sizes} />}
      <img
        className={className}
        src={picture.url}
        alt={picture.alternativeText}
        width={picture.width ?? undefined}
        height={picture.height ?? undefined}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : undefined}
        decoding="async"
      />
    </picture>
  );
}
