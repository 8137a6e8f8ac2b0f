/** A picture in one of the presets of spec §9, ready to be shown: the graph computes the addresses. */
export interface PictureSource {
  /** Empty for decoration. */
  alternativeText: string;
  /** The address of the preset's main size in the fallback format. */
  url: string;
  /** Candidates in webp, as `srcset` wants them. */
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

/** A responsive picture that keeps its place, loads when near, and speaks its alternative text. */
export function Picture({ picture, sizes = "100vw", priority = false, className }: PictureProps) {
  return (
    <picture>
      {picture.srcset && <source type="image/webp" srcSet={picture.srcset} sizes={sizes} />}
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
