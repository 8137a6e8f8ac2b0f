import type { ImageModuleFragment } from "~/graph/generated/graphql";
import { Picture } from "~/ui/picture/Picture";
import { Section } from "~/ui/section/Section";
import styles from "./Image.module.css";

const sizes = {
  Inline: "(min-width: 50rem) 48.75rem, 100vw",
  BreakOut: "(min-width: 64rem) 61.25rem, 100vw",
  Stretched: "100vw",
};

/** A picture with its caption, as wide as the text, wider, or across the page. */
export function ImageModule({ module: m, isLead }: { module: ImageModuleFragment; isLead?: boolean | undefined }) {
  // Each width has its own preset (CONST-30).
  const image = { Inline: m.inline, BreakOut: m.breakOut, Stretched: m.stretched }[m.width];
  if (!image) return null;
  return (
    <Section id={m.id} layout="plain">
      <figure className={styles[m.width]}>
        <Picture
          picture={{ ...image, url: image.source }}
          priority={isLead}
          sizes={sizes[m.width]}
          className={styles.picture}
        />
        {m.caption && <figcaption className={styles.caption}>{m.caption}</figcaption>}
      </figure>
    </Section>
  );
}
