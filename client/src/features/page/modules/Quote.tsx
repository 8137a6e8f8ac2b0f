import type { QuoteModuleFragment } from "~/graph/generated/graphql";
import { Picture } from "~/ui/picture/Picture";
import { Section } from "~/ui/section/Section";
import styles from "./Quote.module.css";

/** A quotation. */
export function QuoteModule({ module: m }: { module: QuoteModuleFragment }) {
  return (
    <Section id={m.id} layout="plain" ground="surface">
      <div className={styles.layout}>
        {m.image && (
          <Picture
            className={styles.portrait}
            picture={{ ...m.image, url: m.image.source }}
            sizes="(min-width: 64rem) 22rem, 8rem"
          />
        )}
        <figure className={styles.body}>
          <blockquote className={styles.quote}>
            <p>{m.quote}</p>
          </blockquote>
          <figcaption className={styles.author}>
            <span className={styles.name}>{m.author}</span>
            {m.role && <span>{m.role}</span>}
          </figcaption>
        </figure>
      </div>
    </Section>
  );
}
