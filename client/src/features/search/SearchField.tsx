import { clsx } from "clsx";
import { useCombobox } from "downshift";
import { type FormEvent, useState } from "react";
import { type MessageDescriptor, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { SearchedSite } from "~/app/panels";
import type { SearchResultFragment } from "~/graph/generated/graphql";
import { Button } from "~/ui/button/Button";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { SearchIcon } from "~/ui/icon/icons";
import { MarkedText } from "./MarkedText";
import styles from "./SearchField.module.css";
import { useSuggestions } from "./useSuggestions";

type TextId = NonNullable<MessageDescriptor["id"]>;

export interface SearchFieldProps {
  site: SearchedSite;
  /** What was searched for last. */
  query?: string;
  /** Filters that stay. */
  types?: readonly string[];
  /** The suggestions push what is below instead of lying above it. */
  inline?: boolean;
  /** It is where typing begins. */
  focused?: boolean;
  /** Called when the visitor goes on to a suggestion or to the results. */
  onFollow?: () => void;
}

/**
 * Asks what to look for, and suggests while it is typed: a combobox by the pattern of the ARIA practices. Without JavaScript
 * it is a form.
 */
export function SearchField({
  site,
  query = "",
  types = [],
  inline = false,
  focused = false,
  onFollow,
}: SearchFieldProps) {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(query);
  const results = useSuggestions(typed === query ? "" : typed, site.technicalName);

  const follow = ({ type, url }: { type?: SearchResultFragment["type"]; url: string }) => {
    onFollow?.();
    if (type === "DOCUMENT") window.location.assign(url);
    else void navigate(url);
  };
  const combobox = useCombobox<SearchResultFragment>({
    items: [...results],
    inputValue: typed,
    itemToString: (item) => item?.title ?? "",
    itemToKey: (item) => item?.id,
    selectedItem: null,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && follow(selectedItem),
  });
  const isOpen = combobox.isOpen && results.length > 0;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    combobox.closeMenu();
    const search = new URLSearchParams([["q", typed.trim()], ...types.map((type) => ["type", type])]);
    follow({ url: `${site.searchUrl}?${search}` });
  };
  return (
    <form role="search" className={styles.form} action={site.searchUrl} onSubmit={submit}>
      <label {...combobox.getLabelProps()} className={styles.label}>
        <VisuallyHidden>{formatMessage({ id: "search.label" })}</VisuallyHidden>
      </label>
      <div className={styles.row}>
        <SearchIcon />
        <input
          {...combobox.getInputProps({
            "aria-expanded": isOpen,
            // At once: what is typed fast would be lost on the way through the combobox's own state.
            onChange: (event) => setTyped(event.target.value),
            onKeyDown: (event) => {
              // Enter without a suggestion sends the form; Escape without suggestions is for the dialog around.
              const isOurs =
                (event.key === "Enter" && combobox.highlightedIndex >= 0) || (event.key === "Escape" && isOpen);
              if (["Enter", "Escape"].includes(event.key) && !isOurs)
                Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
            },
          })}
          className={styles.input}
          type="text"
          inputMode="search"
          name="q"
          maxLength={200}
          enterKeyHint="search"
          data-focus-first={focused || undefined}
          placeholder={formatMessage({ id: "search.placeholder" })}
        />
        <Button type="submit" className={styles.submit}>
          {formatMessage({ id: "search.submit" })}
        </Button>
      </div>
      {types.map((type) => (
        <input key={type} type="hidden" name="type" value={type} />
      ))}
      <ul
        {...combobox.getMenuProps({ "aria-label": formatMessage({ id: "search.suggestions" }) })}
        className={clsx(styles.suggestions, inline && styles.inline)}
        hidden={!isOpen}
      >
        {isOpen &&
          results.map((item, index) => (
            <li
              key={item.id}
              {...combobox.getItemProps({ item, index })}
              className={styles.suggestion}
              data-highlighted={combobox.highlightedIndex === index || undefined}
            >
              <span className={styles.name}>
                <MarkedText parts={item.titleParts} />
              </span>
              <span className={styles.type}>{formatMessage({ id: `search.type.${item.type}` as TextId })}</span>
            </li>
          ))}
      </ul>
      <VisuallyHidden>
        <span role="status">{isOpen && formatMessage({ id: "search.suggested" }, { count: results.length })}</span>
      </VisuallyHidden>
    </form>
  );
}
