import type { MouseEvent } from "react";
import { useIntl } from "react-intl";
import { isPlainClick } from "~/lib/interaction/isPlainClick";
import { type SearchableSite, usePanels } from "~/ui/panels/panels";
import { SearchIcon } from "~/ui/icon/iconSet";
import styles from "./Menu.module.css";

/** Links to the search page; with JavaScript it opens the search dialog instead. */
export function SearchLink({ site }: { site: SearchableSite }) {
  const { formatMessage } = useIntl();
  const { openSearch } = usePanels();
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    openSearch({ technicalName: site.technicalName, searchUrl: site.searchUrl });
  };
  return (
    <a className={styles.opener} href={site.searchUrl} onClick={open}>
      <SearchIcon size={16} />
      <span className={styles.label}>{formatMessage({ id: "search.title" })}</span>
    </a>
  );
}
