import styles from "./Wordmark.module.css";

/** The site's name after the logo of the group. */
export function Wordmark({ name }: { name: string }) {
  return (
    <span className={styles.wordmark}>
      <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <path d="M2 26 14 6h5L7 26z" />
        <path d="M11 26 23 6h5L16 26z" opacity="0.72" />
        <path d="M20 26 28.4 12H32v2.4L25 26z" opacity="0.44" />
      </svg>
      <span className={styles.name}>{name}</span>
    </span>
  );
}
