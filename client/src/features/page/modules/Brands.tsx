import type { BrandsModuleFragment } from "~/graph/generated/graphql";
import { ArrowRightIcon } from "~/ui/icon/iconSet";
import { Link } from "~/ui/link/Link";
import { Picture } from "~/ui/picture/Picture";
import { Section } from "~/ui/section/Section";
import styles from "./Brands.module.css";

/** The brands of the group, each in its own colours. */
export function BrandsModule({ module: m }: { module: BrandsModuleFragment }) {
  const title = m.title ?? m.anchorTitle;
  const Heading = title ? "h3" : "h2";
  return (
    <Section id={m.id} title={title}>
      <ul className={styles.grid}>
        {m.items.map(({ brand, text, link }) => (
          <li key={brand.id} className={styles.brand} data-theme={brand.theme}>
            {brand.image && (
              <Picture
                className={styles.mark}
                picture={{ ...brand.image, url: brand.image.source, alternativeText: "" }}
                sizes="4rem"
              />
            )}
            <Heading className={styles.name}>
              {link ? (
                <Link className={styles.link} target={link}>
                  {brand.name}
                </Link>
              ) : (
                brand.name
              )}
            </Heading>
            {text && <p className={styles.text}>{text}</p>}
            {link && <ArrowRightIcon className={styles.arrow} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}
