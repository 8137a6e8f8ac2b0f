import { clsx } from "clsx";
import type { MediaTextModuleFragment } from "~/graph/generated/graphql";
import { ButtonLink } from "~/ui/button/Button";
import { ArrowRightIcon } from "~/ui/icon/iconSet";
import { longWord } from "~/ui/heading/longWord";
import { Picture } from "~/ui/picture/Picture";
import { Prose } from "~/ui/prose/Prose";
import { Section } from "~/ui/section/Section";
import styles from "./MediaText.module.css";

/** A picture and a text side by side. */
export function MediaTextModule({
  module: m,
  isLead,
}: {
  module: MediaTextModuleFragment;
  isLead?: boolean | undefined;
}) {
  return (
    <Section id={m.id} layout="plain">
      <div className={clsx(styles.grid, m.mediaPosition === "Left" && styles.left)}>
        {m.image && (
          <div className={styles.media}>
            <Picture
              picture={{ ...m.image, url: m.image.source }}
              priority={isLead}
              sizes="(min-width: 64rem) 50vw, 100vw"
            />
          </div>
        )}
        <div className={styles.text}>
          {m.overline && <p className={styles.overline}>{m.overline}</p>}
          {m.title && (
            <h2 className={styles.title} data-long-word={longWord(m.title)}>
              {m.title}
            </h2>
          )}
          <Prose html={m.html} />
          {m.links.length > 0 && (
            <p className={styles.links}>
              {m.links.map((link, i) => (
                <ButtonLink key={i} variant="quiet" target={link} trailingIcon={<ArrowRightIcon size={16} />} />
              ))}
            </p>
          )}
        </div>
      </div>
    </Section>
  );
}
