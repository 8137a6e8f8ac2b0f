import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { ButtonLink } from "~/ui/button/Button";
import { ArrowRightIcon } from "~/ui/icon/iconSet";
import styles from "./StatePage.module.css";

export interface NotFoundPageProps {
  /** `Page not found: {full path}` (URL-29). */
  message: string;
  homeUrl: string;
  /** A search for the page. */
  search?: ReactNode;
  /** Further links, after that to the home page. */
  children?: ReactNode;
}

/** The page for a URL that was not found. */
export function NotFoundPage({ message, homeUrl, search, children }: NotFoundPageProps) {
  const { formatMessage } = useIntl();
  return (
    <div className={styles.page}>
      <p className={styles.figure} aria-hidden="true">
        404
      </p>
      <h1 className={styles.title}>{formatMessage({ id: "notFound.title" })}</h1>
      <p className={styles.lead}>{formatMessage({ id: "notFound.text" })}</p>
      {search}
      <p className={styles.trace} lang="en">
        {message}
      </p>
      <div className={styles.actions}>
        <ButtonLink target={{ kind: "ROUTE", url: homeUrl }} trailingIcon={<ArrowRightIcon size={16} />}>
          {formatMessage({ id: "error.home" })}
        </ButtonLink>
        {children}
      </div>
    </div>
  );
}
