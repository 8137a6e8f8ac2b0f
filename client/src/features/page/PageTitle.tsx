import styles from "./PageTitle.module.css";

/** The title of a page without a hero. */
export function PageTitle({ title }: { title: string }) {
  return (
    <header className={styles.header}>
      <h1 className={styles.title}>{title}</h1>
    </header>
  );
}
