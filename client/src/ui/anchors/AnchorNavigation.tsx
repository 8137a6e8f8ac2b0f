import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { scrollBehavior } from "~/lib/interaction/scrollBehavior";
import fade from "~/ui/table/ScrollFade.module.css";
import styles from "./AnchorNavigation.module.css";

export interface Anchor {
  id: string;
  title: string;
}

/** The table of contents of a long page: a sticky row of links that marks the current section. */
export function AnchorNavigation({
  anchors,
  mounted = anchors.length,
}: {
  anchors: readonly Anchor[];
  /** How many of the sections are in the document. */
  mounted?: number;
}) {
  const { formatMessage } = useIntl();
  const [current, setCurrent] = useState<string>();
  const list = useRef<HTMLOListElement>(null);

  useEffect(() => {
    const sections = anchors.slice(0, mounted).flatMap(({ id }) => document.getElementById(id) ?? []);
    const read = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) read.add(target);
          else read.delete(target);
        }
        // Above the first section there is none.
        setCurrent(sections.findLast((section) => read.has(section))?.id);
      },
      // A section is being read while it is in the upper third of the window; the last one if there are several.
      { rootMargin: "0px 0px -65%" },
    );
    sections.forEach((s) => observer.observe(s));
    return () => observer.disconnect();
  }, [anchors, mounted]);

  useEffect(() => {
    const row = list.current;
    const link = row?.querySelector<HTMLElement>("[aria-current]");
    // Scrolls only the row: the page must not move.
    // A link that has the keyboard focus stays in view. Above the first section the row starts at its first link.
    if (!row || row.querySelector(":focus-visible")) return;
    const left = link ? link.offsetLeft - row.clientWidth / 3 : 0;
    if (left !== row.scrollLeft) row.scrollTo({ left, behavior: scrollBehavior() });
  }, [current]);

  return (
    <nav className={styles.anchors} aria-label={formatMessage({ id: "anchors.label" })}>
      <ol className={clsx(styles.list, fade.edges)} ref={list}>
        {anchors.map((anchor) => (
          <li key={anchor.id}>
            <a className={styles.link} href={`#${anchor.id}`} aria-current={anchor.id === current ? "true" : undefined}>
              {anchor.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
