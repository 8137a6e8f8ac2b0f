import { skipToken, useQuery } from "@apollo/client/react";
import { clsx } from "clsx";
import { useCombobox } from "downshift";
import {
  type AriaAttributes,
  type ComponentProps,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from "react";
import { useIntl } from "react-intl";
import { SuggestDocument, type SuggestQuery } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { documentLocale } from "~/lib/document/documentLocale";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { HighlightedText } from "./HighlightedText";
import { ResultKind } from "./ResultKind";
import styles from "./SearchField.module.css";
import { Thumbnail } from "./Thumbnail";

type Suggestion = SuggestQuery["suggest"][number];

/** Milliseconds without typing before suggestions are queried. */
const typingPause = 120;

/** The attributes that make a text field a combobox. */
export interface ComboboxAttributes extends AriaAttributes {
  role?: "combobox";
}

/** The handlers of a combobox for the events of its text field. */
export interface ComboboxHandlers extends Pick<
  ComponentProps<"input">,
  "onBlur" | "onChange" | "onClick" | "onKeyDown"
> {
  close: () => void;
}

export interface SearchSuggestionsProps {
  ref: Ref<ComboboxHandlers>;
  field: RefObject<HTMLInputElement | null>;
  /** The ids of the field and of its label. */
  inputId: string;
  labelId: string;
  /** The technical name of the site. */
  site: string;
  /** The query of the shown results, which needs no suggestions. */
  query: string;
  typed: string;
  /** The suggestions push the content below instead of overlaying it. */
  inline: boolean;
  onAttributes: (attributes: ComboboxAttributes) => void;
  /** Called when the user chooses a suggestion. */
  onFollow: (suggestion: Suggestion) => void;
}

/** The suggestions below a search field: the combobox pattern of the ARIA Authoring Practices. */
export function SearchSuggestions(props: SearchSuggestionsProps) {
  return (
    <GraphProvider>
      <Suggestions {...props} />
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
    query ? { variables: { query, site, locale: documentLocale() } } : skipToken,
  );
  // The previous suggestions stay until newer ones arrive.
  return (typed.trim() && (data ?? previousData)?.suggest) || [];
}

function Suggestions({
  ref,
  field,
  inputId,
  labelId,
  site,
  query,
  typed,
  inline,
  onAttributes,
  onFollow,
}: SearchSuggestionsProps) {
  const { formatMessage } = useIntl();
  const results = useSuggestions(typed === query ? "" : typed, site);
  const combobox = useCombobox<Suggestion>({
    inputId,
    labelId,
    items: [...results],
    inputValue: typed,
    itemToString: (item) => item?.title ?? "",
    itemToKey: (item) => item?.id,
    selectedItem: null,
    // Letters that were typed before the code was loaded have suggestions too.
    initialIsOpen: typed !== query && document.activeElement === field.current,
    onSelectedItemChange: ({ type, selectedItem }) => {
      // Leaving the field chooses nothing.
      if (selectedItem && type !== useCombobox.stateChangeTypes.InputBlur) onFollow(selectedItem);
    },
  });
  const isOpen = combobox.isOpen && results.length > 0;
  const {
    ref: setField,
    "aria-activedescendant": active,
    "aria-controls": listId,
    ...fieldProps
  } = combobox.getInputProps<{ ref?: (element: HTMLInputElement | null) => void }>();

  // All other keys edit the text, move the caret, submit the form or close the surrounding dialog.
  const isOurs = ({ key, nativeEvent }: KeyboardEvent) =>
    !nativeEvent.isComposing &&
    results.length > 0 &&
    (["ArrowDown", "ArrowUp"].includes(key) ||
      (isOpen && (key === "Escape" || (key === "Enter" && combobox.highlightedIndex >= 0))));
  useImperativeHandle(ref, () => ({
    onBlur: fieldProps.onBlur,
    onChange: fieldProps.onChange,
    onClick: fieldProps.onClick,
    onKeyDown: (event) => {
      if (isOurs(event)) fieldProps.onKeyDown?.(event);
    },
    close: combobox.closeMenu,
  }));
  useLayoutEffect(() => {
    setField?.(field.current);
  });
  useLayoutEffect(() => {
    onAttributes({
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-controls": listId,
      "aria-expanded": isOpen,
      "aria-activedescendant": active,
    });
  }, [onAttributes, listId, isOpen, active]);
  return (
    <>
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
              <Thumbnail image={item.image} className={styles.picture} size={40} />
              <span className={styles.name} lang={item.titleLanguage ?? undefined}>
                <HighlightedText parts={item.titleParts} />
              </span>
              <span className={styles.type}>
                <ResultKind result={item} />
              </span>
            </li>
          ))}
      </ul>
      <VisuallyHidden>
        <span role="status">{isOpen && formatMessage({ id: "search.suggested" }, { count: results.length })}</span>
      </VisuallyHidden>
    </>
  );
}
