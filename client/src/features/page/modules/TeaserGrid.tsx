import { clsx } from "clsx";
import type { TeaserGridModuleFragment } from "~/graph/generated/graphql";
import { ButtonLink } from "~/ui/button/Button";
import { ArrowRightIcon, ArrowUpRightIcon } from "~/ui/icon/iconSet";
import { Link } from "~/ui/link/Link";
import { Picture } from "~/ui/picture/Picture";
import { Section } from "~/ui/section/Section";
import styles from "./TeaserGrid.module.css";

type Teaser = TeaserGridModuleFragment["items"][number];

const looks = { Picture: "pictures", Text: "plain", Compact: "compact" } as const;

/** Links to other pages: with pictures, with texts, or as a compact index. */
export function TeaserGridModule({ module: m }: { module: TeaserGridModuleFragment }) {
  return (
    <Section
      id={m.id}
      title={m.title}
      lead={m.lead}
      aside={m.link && <ButtonLink variant="quiet" target={m.link} trailingIcon={<ArrowRightIcon size={16} />} />}
    >
      <ul className={clsx(styles.grid, styles[looks[m.style]])} data-columns={m.columnCount}>
        {m.items.map((teaser, i) => (
          <li key={i} className={styles.teaser}>
            <TeaserCard teaser={teaser} headingLevel={m.title ? 3 : 2} withPicture={m.style === "Picture"} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function TeaserCard({
  teaser,
  headingLevel,
  withPicture,
}: {
  teaser: Teaser;
  headingLevel: 2 | 3;
  withPicture: boolean;
}) {
  const Heading = `h${headingLevel}` as const;
  const outward = teaser.link?.kind === "PLAIN";
  return (
    <>
      {withPicture && teaser.image && (
        <div className={styles.media}>
          <Picture
            picture={{ ...teaser.image, url: teaser.image.source }}
            sizes="(min-width: 64rem) 33vw, (min-width: 40rem) 50vw, 100vw"
          />
        </div>
      )}
      {teaser.overline && <p className={styles.overline}>{teaser.overline}</p>}
      <Heading className={styles.title}>
        {teaser.link ? (
          <Link className={styles.link} target={teaser.link}>
            {teaser.title}
          </Link>
        ) : (
          teaser.title
        )}
      </Heading>
      {teaser.text && <p className={styles.text}>{teaser.text}</p>}
      {teaser.link && <span className={styles.arrow}>{outward ? <ArrowUpRightIcon /> : <ArrowRightIcon />}</span>}
    </>
  );
}
