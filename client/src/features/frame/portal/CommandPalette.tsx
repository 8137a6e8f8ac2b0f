import { skipToken, useQuery } from "@apollo/client/react";
import { useCombobox } from "downshift";
import { useEffect, useId, useState } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { usePortalPages } from "../usePortalPages";
import { FindInPortalDocument, type FrameSiteFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { documentLocale } from "~/lib/document/documentLocale";
import { Dialog } from "~/ui/dialog/Dialog";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { Spinner } from "~/ui/spinner/Spinner";
import styles from "./CommandPalette.module.css";

export interface CommandPaletteProps {
  open: boolean;
  onClose: () => void;
  site: FrameSiteFragment;
  /** Shows the list of shortcuts. */
  onShortcuts: () => void;
}

/** An entry of the palette: a page or a record. */
interface Command {
  key: string;
  kind: "PAGE" | "TICKET" | "MACHINE" | "USER" | "SHORTCUTS";
  title: string;
  note?: string;
  url?: string;
}

/** Milliseconds without typing before records are searched. */
const typingPause = 200;
/** The maximum length of a search of the graph, in characters. */
const maxText = 200;

/** Finds pages, tickets, machines and people of the portal by typing. */
export function CommandPalette({ open, onClose, ...props }: CommandPaletteProps) {
  const { formatMessage } = useIntl();
  return (
    <Dialog open={open} placement="top" title={formatMessage({ id: "portal.find" })} onClose={onClose}>
      {open && (
        <GraphProvider>
          <Palette {...props} onClose={onClose} />
        </GraphProvider>
      )}
    </Dialog>
  );
}

/** The records of the portal with the words of a text. */
function useRecords(text: string, pages: FrameSiteFragment["portalNavigation"]) {
  const [words, setWords] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setWords(text.trim()), typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  const has = (page: string) => pages.some((one) => one.page === page);
  const variables = {
    text: words,
    locale: documentLocale(),
    withTickets: has("TICKETS"),
    withMachines: has("INVENTORY"),
    withUsers: has("USER_ADMIN"),
  };
  const canFind = variables.withTickets || variables.withMachines || variables.withUsers;
  const { data, previousData, loading, error } = useQuery(
    FindInPortalDocument,
    words && canFind
      ? { variables, context: { signedIn: true }, fetchPolicy: "no-cache", errorPolicy: "all" }
      : skipToken,
  );
  const found = text.trim() ? (data ?? previousData) : undefined;
  const records: Command[] = [
    ...(found?.tickets?.edges ?? []).map(({ node }) => ({
      key: `ticket ${node.id}`,
      kind: "TICKET" as const,
      title: node.subject,
      note: node.number,
      url: node.url,
    })),
    ...(found?.inventory?.edges ?? []).map(({ node }) => ({
      key: `machine ${node.id}`,
      kind: "MACHINE" as const,
      title: node.name,
      note: node.serialNumber,
      url: node.url,
    })),
    ...(found?.userAdmin?.users.edges ?? []).map(({ node }) => ({
      key: `user ${node.id}`,
      kind: "USER" as const,
      title: node.fullName,
      note: node.email,
      url: node.url,
    })),
  ];
  const isPending = canFind && text.trim() !== "" && (loading || text.trim() !== words);
  return { records, isPending, hasFailed: error !== undefined && !isPending };
}

function Palette({ onClose, site, onShortcuts }: Omit<CommandPaletteProps, "open">) {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const labelId = useId();
  const [text, setText] = useState("");
  const pages = usePortalPages(site.portalNavigation);
  const { records, isPending, hasFailed } = useRecords(text, pages);
  const commands: Command[] = [
    ...pages.map(({ page, url }) => ({
      key: page,
      kind: "PAGE" as const,
      title: formatMessage({ id: `portal.nav.${page}` as "portal.nav.HOME" }),
      url,
    })),
    ...(pages.some(({ page }) => page === "TICKETS")
      ? [
          {
            key: "new ticket",
            kind: "PAGE" as const,
            title: formatMessage({ id: "tickets.new" }),
            url: site.newTicketUrl,
          },
        ]
      : []),
    { key: "shortcuts", kind: "SHORTCUTS" as const, title: formatMessage({ id: "portal.shortcuts" }) },
    { key: "log out", kind: "PAGE" as const, title: formatMessage({ id: "user.logOut" }), url: site.logoutUrl },
  ];
  const words = text.trim().toLocaleLowerCase();
  const items = [...commands.filter(({ title }) => title.toLocaleLowerCase().includes(words)), ...records];

  const follow = (command: Command) => {
    onClose();
    if (command.kind === "SHORTCUTS") onShortcuts();
    else if (command.url) void navigate(command.url);
  };
  const { getInputProps, getMenuProps, getItemProps, highlightedIndex } = useCombobox<Command>({
    items,
    labelId,
    inputValue: text,
    isOpen: true,
    defaultHighlightedIndex: 0,
    itemToString: (item) => item?.title ?? "",
    itemToKey: (item) => item?.key,
    selectedItem: null,
    onInputValueChange: ({ inputValue }) => setText(inputValue.slice(0, maxText)),
    stateReducer: (state, { type, changes }) =>
      // The list is always open: Escape closes the dialog, and leaving the field chooses nothing.
      type === useCombobox.stateChangeTypes.ItemClick || type === useCombobox.stateChangeTypes.InputKeyDownEnter
        ? { ...changes, inputValue: state.inputValue }
        : changes,
    onSelectedItemChange: ({ type, selectedItem }) => {
      if (selectedItem && type !== useCombobox.stateChangeTypes.InputBlur) follow(selectedItem);
    },
  });
  const field = getInputProps({ maxLength: maxText });
  const status = isPending
    ? ""
    : hasFailed
      ? formatMessage({ id: "common.unavailable" })
      : formatMessage({ id: "search.suggested" }, { count: items.length });
  return (
    <div className={styles.palette}>
      <label id={labelId} htmlFor={field.id}>
        <VisuallyHidden>{formatMessage({ id: "portal.find.label" })}</VisuallyHidden>
      </label>
      <input
        {...field}
        className={styles.input}
        type="text"
        inputMode="search"
        autoComplete="off"
        data-focus-first
        placeholder={formatMessage({ id: "portal.find.placeholder" })}
        onKeyDown={(event) => {
          // Downshift would empty the field.
          if (event.key === "Escape") onClose();
          else field.onKeyDown?.(event);
        }}
      />
      <ul {...getMenuProps({ "aria-label": formatMessage({ id: "portal.find" }) })} className={styles.list}>
        {items.map((item, index) => (
          <li
            key={item.key}
            {...getItemProps({ item, index })}
            className={styles.item}
            data-highlighted={highlightedIndex === index || undefined}
          >
            <span className={styles.title}>{item.title}</span>
            {item.note && <span className={styles.note}>{item.note}</span>}
            {item.kind !== "SHORTCUTS" && (
              <span className={styles.kind}>{formatMessage({ id: `portal.find.${item.kind}` })}</span>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.status}>
        <span role="status">{items.length === 0 && !isPending ? formatMessage({ id: "portal.find.none" }) : null}</span>
        {isPending && <Spinner size={16} />}
        {hasFailed && formatMessage({ id: "common.unavailable" })}
      </p>
      <VisuallyHidden>
        <span role="status">{status}</span>
      </VisuallyHidden>
    </div>
  );
}
