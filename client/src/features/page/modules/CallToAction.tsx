import type { CallToActionModuleFragment } from "~/graph/generated/graphql";
import { ButtonLink } from "~/ui/button/Button";
import { ArrowRightIcon } from "~/ui/icon/iconSet";
import { longWord } from "~/ui/heading/longWord";
import { Section } from "~/ui/section/Section";
import styles from "./CallToAction.module.css";

const grounds = { Dark_White: "inverse", Light_Dark: "surface", Accent_White: "accent" } as const;

/** A call to action. */
export function CallToActionModule({ module: m }: { module: CallToActionModuleFragment }) {
  return (
    <Section id={m.id} layout="plain" ground={grounds[m.backgroundColor]}>
      <div className={styles.grid}>
        <div className={styles.text}>
          {m.title && (
            <h2 className={styles.title} data-long-word={longWord(m.title)}>
              {m.title}
            </h2>
          )}
          {m.text && <p className={styles.lead}>{m.text}</p>}
        </div>
        {m.links.length > 0 && (
          <p className={styles.links}>
            {m.links.map((link, i) => (
              <ButtonLink
                key={i}
                target={link}
                variant={i === 0 ? "primary" : "quiet"}
                trailingIcon={<ArrowRightIcon size={16} />}
              />
            ))}
          </p>
        )}
      </div>
    </Section>
  );
}
