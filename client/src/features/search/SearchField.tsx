import { type ComponentType, type SubmitEvent, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { SearchableSite } from "~/ui/panels/panels";
import { Button } from "~/ui/button/Button";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { SearchIcon } from "~/ui/icon/iconSet";
import type { SearchComboboxProps } from "./SearchCombobox";
import styles from "./SearchField.module.css";

export interface SearchFieldProps {
  site: SearchableSite;
  /** The query of the shown results. */
  query: string;
  /** Filters that the next query keeps. */
  types: readonly string[];
}

/**
 * The search field of a page: a form that works without JavaScript. When it gets the focus, the combobox with
 * suggestions is loaded and replaces it.
 */
export function SearchField({ site, query, types }: SearchFieldProps) {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [Combobox, setCombobox] = useState<{ type: ComponentType<SearchComboboxProps>; typed: string }>();

  const loadCombobox = () =>
    import("./SearchCombobox")
      .then((module) => {
        const { value = "" } = input.current ?? {};
        if (document.activeElement === input.current) setCombobox({ type: module.SearchCombobox, typed: value });
      })
      .catch((error: unknown) => console.warn("The suggestions cannot be loaded.", error));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = input.current?.value.trim() ?? "";
    const parameters = new URLSearchParams([["q", typed], ...types.map((type) => ["type", type])]);
    void navigate(`${site.searchUrl}?${parameters}`);
  };
  if (Combobox) {
    const { type: SearchCombobox, typed } = Combobox;
    return <SearchCombobox site={site} query={query} types={types} typed={typed} focus="now" />;
  }
  return (
    <form role="search" className={styles.form} action={site.searchUrl} onSubmit={submit}>
      <label htmlFor="search-field" className={styles.label}>
        <VisuallyHidden>{formatMessage({ id: "search.label" })}</VisuallyHidden>
      </label>
      <div className={styles.row}>
        <SearchIcon />
        <input
          ref={input}
          id="search-field"
          className={styles.input}
          type="text"
          inputMode="search"
          name="q"
          maxLength={200}
          enterKeyHint="search"
          autoComplete="off"
          defaultValue={query}
          placeholder={formatMessage({ id: "search.placeholder" })}
          onFocus={() => void loadCombobox()}
        />
        <Button type="submit" className={styles.submit}>
          {formatMessage({ id: "search.submit" })}
        </Button>
      </div>
      {types.map((type) => (
        <input key={type} type="hidden" name="type" value={type} />
      ))}
    </form>
  );
}
