import { markOf } from "~/theme/marks";
import type { ThemeName } from "~/theme/themes";
import styles from "./Wordmark.module.css";

/** The name of a site after the mark of its brand. */
export function Wordmark({ site }: { site: { name: string; theme: ThemeName } }) {
  return (
    <span className={styles.wordmark}>
      <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <path d={markOf(site.theme)} />
      </svg>
      <span className={styles.name}>{site.name}</span>
    </span>
  );
}
