import { type ComponentType, type SubmitEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { SearchableSite } from "~/ui/panels/panels";
import { Button } from "~/ui/button/Button";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { SearchIcon } from "~/ui/icon/iconSet";
import type { ComboboxAttributes, ComboboxHandlers, SearchSuggestionsProps } from "./SearchSuggestions";
import styles from "./SearchField.module.css";

export interface SearchFieldProps {
  site: SearchableSite;
  /** The query of the shown results. */
  query?: string;
  /** Filters that the next query keeps. */
  types?: readonly string[];
  /** The suggestions push the content below instead of overlaying it. */
  inline?: boolean;
  /** The first focus of the surrounding dialog. */
  isFocusedFirst?: boolean;
  /** Called when the user follows a suggestion or opens the results. */
  onFollow?: () => void;
}

const noTypes: readonly string[] = [];

/**
 * A search field: a form that works without JavaScript. When it gets the focus, suggestions are loaded. They add their
 * behaviour to the same element: another element would lose typed letters, the selection, the undo history and the
 * composition of an input method.
 */
export function SearchField({
  site,
  query = "",
  types = noTypes,
  inline = false,
  isFocusedFirst = false,
  onFollow,
}: SearchFieldProps) {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const inputId = useId();
  const labelId = useId();
  const input = useRef<HTMLInputElement>(null);
  const combobox = useRef<ComboboxHandlers>(null);
  const [Suggestions, setSuggestions] = useState<ComponentType<SearchSuggestionsProps>>();
  const [attributes, setAttributes] = useState<ComboboxAttributes>();
  const [typed, setTyped] = useState(query);
  const submitted = useRef(query);

  const loadSuggestions = () =>
    import("./SearchSuggestions")
      .then((module) => {
        setTyped(input.current?.value ?? "");
        setSuggestions(() => module.SearchSuggestions);
      })
      .catch((error: unknown) => console.warn("The suggestions cannot be loaded.", error));
  // A field that got the focus before hydration.
  const loadIfFocused = useEffectEvent(() => {
    if (document.activeElement === input.current) void loadSuggestions();
  });
  useEffect(() => loadIfFocused(), []);

  // The field shows the query of the results, unless another one is already being typed.
  useEffect(() => {
    const field = input.current;
    if (!field || submitted.current === query) return;
    const isTyping = document.activeElement === field && field.value.trim() !== submitted.current;
    submitted.current = query;
    if (isTyping) return;
    field.value = query;
    setTyped(query);
  }, [query]);

  const follow = (url: string, isFile = false) => {
    onFollow?.();
    if (isFile) window.location.assign(url);
    else void navigate(url);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    combobox.current?.close();
    submitted.current = input.current?.value.trim() ?? "";
    const parameters = new URLSearchParams([["q", submitted.current], ...types.map((type) => ["type", type])]);
    follow(`${site.searchUrl}?${parameters}`);
  };
  return (
    <form role="search" className={styles.form} action={site.searchUrl} onSubmit={submit}>
      <label id={labelId} htmlFor={inputId} className={styles.label}>
        <VisuallyHidden>{formatMessage({ id: "search.label" })}</VisuallyHidden>
      </label>
      <div className={styles.row}>
        <SearchIcon />
        <input
          {...attributes}
          ref={input}
          id={inputId}
          className={styles.input}
          type="text"
          inputMode="search"
          name="q"
          maxLength={200}
          enterKeyHint="search"
          autoComplete="off"
          data-focus-first={isFocusedFirst || undefined}
          defaultValue={query}
          placeholder={formatMessage({ id: "search.placeholder" })}
          onFocus={() => {
            if (!Suggestions) void loadSuggestions();
          }}
          onBlur={(event) => combobox.current?.onBlur?.(event)}
          onChange={(event) => {
            setTyped(event.target.value);
            combobox.current?.onChange?.(event);
          }}
          onClick={(event) => combobox.current?.onClick?.(event)}
          onKeyDown={(event) => combobox.current?.onKeyDown?.(event)}
        />
        <Button type="submit" className={styles.submit}>
          {formatMessage({ id: "search.submit" })}
        </Button>
      </div>
      {types.map((type) => (
        <input key={type} type="hidden" name="type" value={type} />
      ))}
      {Suggestions && (
        <Suggestions
          ref={combobox}
          field={input}
          inputId={inputId}
          labelId={labelId}
          site={site.technicalName}
          query={query}
          typed={typed}
          inline={inline}
          onAttributes={setAttributes}
          onFollow={({ type, url }) => follow(url, type === "DOCUMENT")}
        />
      )}
    </form>
  );
}
