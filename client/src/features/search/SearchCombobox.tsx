import { skipToken, useQuery } from "@apollo/client/react";
import { clsx } from "clsx";
import { useCombobox } from "downshift";
import { type SubmitEvent, useEffect, useId, useState } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { TextId } from "~/i18n/textId";
import type { SearchableSite } from "~/ui/panels/panels";
import { SuggestDocument, type SuggestQuery } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { Button } from "~/ui/button/Button";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { SearchIcon } from "~/ui/icon/iconSet";
import { HighlightedText } from "./HighlightedText";
import styles from "./SearchField.module.css";

type Suggestion = SuggestQuery["suggest"][number];

/** Milliseconds without typing before suggestions are queried. */
const typingPause = 120;

export interface SearchComboboxProps {
  site: SearchableSite;
  /** The query of the shown results. */
  query?: string;
  /** The text that was typed before the combobox was loaded. */
  typed?: string;
  /** Filters that the next query keeps. */
  types?: readonly string[];
  /** The suggestions push the content below instead of overlaying it. */
  inline?: boolean;
  /** Focuses the field: `first` in a dialog, `now` if it replaces a focused field. */
  focus?: "first" | "now";
  /** Called when the user follows a suggestion or opens the results. */
  onFollow?: () => void;
}

/** A search field with suggestions while typing: the combobox pattern of the ARIA Authoring Practices. */
export function SearchCombobox(props: SearchComboboxProps) {
  return (
    <GraphProvider>
      <Combobox {...props} />
    </GraphProvider>
  );
}

function useSuggestions(typed: string, site: string): readonly Suggestion[] {
  const [query, setQuery] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim()), typingPause);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, previousData } = useQuery(
    SuggestDocument,
    query ? { variables: { query, site, locale: document.documentElement.lang } } : skipToken,
  );
  // The previous suggestions stay until newer ones arrive.
  return (typed.trim() && (data ?? previousData)?.suggest) || [];
}

function Combobox({
  site,
  query = "",
  typed: typedBefore = query,
  types = [],
  inline = false,
  focus,
  onFollow,
}: SearchComboboxProps) {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(typedBefore);
  const inputId = useId();
  const results = useSuggestions(typed === query ? "" : typed, site.technicalName);

  const follow = ({ type, url }: { type?: Suggestion["type"]; url: string }) => {
    onFollow?.();
    if (type === "DOCUMENT") window.location.assign(url);
    else void navigate(url);
  };
  const combobox = useCombobox<Suggestion>({
    inputId,
    items: [...results],
    inputValue: typed,
    itemToString: (item) => item?.title ?? "",
    itemToKey: (item) => item?.id,
    selectedItem: null,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && follow(selectedItem),
  });
  const isOpen = combobox.isOpen && results.length > 0;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    combobox.closeMenu();
    const search = new URLSearchParams([["q", typed.trim()], ...types.map((type) => ["type", type])]);
    follow({ url: `${site.searchUrl}?${search}` });
  };
  useEffect(() => {
    if (focus !== "now") return;
    const input = document.getElementById(inputId) as HTMLInputElement | null;
    input?.focus();
    input?.setSelectionRange(typedBefore.length, typedBefore.length);
    // Once, when it replaces the field.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
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
            // Synchronously: fast typing would be lost on the way through the combobox's own state.
            onChange: (event) => setTyped(event.target.value),
            onKeyDown: (event) => {
              // Enter without a suggestion submits the form; Escape without suggestions belongs to the surrounding
              // dialog.
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
          data-focus-first={focus === "first" || undefined}
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
                <HighlightedText parts={item.titleParts} />
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
