import type { ReactNode } from "react";
import type { HeroModuleFragment } from "~/graph/generated/graphql";
import { ButtonLink } from "~/ui/button/Button";
import { ArrowRightIcon } from "~/ui/icon/iconSet";
import { longWord } from "~/ui/heading/longWord";
import { Picture } from "~/ui/picture/Picture";
import styles from "./Hero.module.css";

export interface HeroModuleProps {
  module: HeroModuleFragment;
  /** Rendered below title and lead. */
  intro?: ReactNode;
}

/** The first section of a page: with a picture above it, beside it, or without one. */
export function HeroModule({ module: m, intro }: HeroModuleProps) {
  const layout = m.image ? m.layout : "Plain";
  return (
    <section id={m.id} className={styles[layout.toLowerCase()]}>
      <div className={styles.grid}>
        <div className={styles.text}>
          {m.overline && <p className={styles.overline}>{m.overline}</p>}
          <h1 className={styles.title} data-long-word={longWord(m.title)}>
            {m.title}
          </h1>
          {m.lead && <p className={styles.lead}>{m.lead}</p>}
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
          {intro}
        </div>
        {m.image && layout !== "Plain" && (
          <div className={styles.media}>
            <Picture
              picture={{ ...m.image, url: m.image.source }}
              priority
              sizes={layout === "Stage" ? "(min-width: 64rem) 53vw, 100vw" : "(min-width: 64rem) 50vw, 100vw"}
            />
          </div>
        )}
      </div>
    </section>
  );
}
