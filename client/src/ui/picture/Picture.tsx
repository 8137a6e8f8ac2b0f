/** A picture in one of the presets (CONST-30), ready to be shown: the graph computes the addresses. */
export interface PictureSource {
  /** Empty for decoration. */
  alternativeText: string;
  /** The address of the preset's main size in the fallback format. */
  url: string;
  /** Candidates in webp, in the short form of the graph (`Image.srcsetPattern`) or as `srcset` wants them. */
  srcset?: string | null;
  /** Pixels of the main size; they reserve the place before the picture arrives. */
  width?: number | null;
  height?: number | null;
}

export interface PictureProps {
  picture: PictureSource;
  /** How wide the picture is shown, as the `sizes` attribute wants it. */
  sizes?: string;
  /** The one picture of the first screen that is loaded at once, before everything else. */
  priority?: boolean;
  className?: string | undefined;
}

/** The candidates that `Image.srcsetPattern` tells in short: `/a/{240,480}/x.webp {}w`. */
export function writtenOut(pattern: string): string {
  let parts: string[] = [];
  // Texts and groups take turns.
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

/** A responsive picture that keeps its place, loads when near, and speaks its alternative text. */
export function Picture({ picture, sizes = "100vw", priority = false, className }: PictureProps) {
  return (
    <picture>
      {picture.srcset && <source type="image/webp" srcSet={writtenOut(picture.srcset)} sizes={sizes} />}
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
