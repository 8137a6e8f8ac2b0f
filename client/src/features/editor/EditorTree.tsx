import { clsx } from "clsx";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation, useNavigate } from "react-router";
import type { EditorAreaViewFragment } from "~/graph/generated/graphql";
import { ChevronRightIcon } from "~/ui/icon/icons";
import { withChanges } from "./address";
import { type Row, rowsOf, type TreeNode } from "./branches";
import styles from "./EditorTree.module.css";
import { NodeMarks } from "./NodeMarks";
import { useTree } from "./useTree";

/** Milliseconds within which letters that are typed belong together. */
const typingPause = 600;

/** The tree of the previewed site, used by keyboard as the ARIA tree pattern says. */
export function EditorTree({ area }: { area: EditorAreaViewFragment }) {
  const { formatMessage } = useIntl();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { tree, load, setExpanded } = useTree(area);
  const ref = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: "", at: 0 });
  const [focused, setFocused] = useState<string>();

  const rows = rowsOf(tree);
  const selected = area.node?.id;
  const tabbable = [focused, selected].find((id) => rows.some((row) => row.id === id)) ?? rows[0]?.id;
  const titleOf = (node: TreeNode) =>
    node.kind === "GROUP" ? formatMessage({ id: `editor.group.${node.group}` }) : (node.title ?? node.path ?? "");

  const focus = (row: Row | undefined) => {
    if (!row) return;
    setFocused(row.id);
    ref.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"]`)?.focus();
  };
  const activate = (row: Row) => {
    const { node, parent } = row;
    if (parent) void load(parent.id);
    else if (node?.path) void navigate(withChanges(search, { page: node.path }), { preventScrollReset: true });
    else if (node) setExpanded(node.id, !tree.expanded.has(node.id));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const index = rows.findIndex((row) => row.id === tabbable);
    const row = rows[index];
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const { node } = row;
    const isExpanded = node ? tree.expanded.has(node.id) : false;
    const above = rows.slice(0, index).findLast(({ level }) => level < row.level);
    const keys: Record<string, () => void> = {
      ArrowDown: () => focus(rows[index + 1]),
      ArrowUp: () => focus(rows[index - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () => {
        if (!node?.childCount) return;
        if (isExpanded) focus(rows[index + 1]);
        else setExpanded(node.id, true);
      },
      ArrowLeft: () => {
        if (node && isExpanded) setExpanded(node.id, false);
        else focus(above);
      },
      Enter: () => activate(row),
      " ": () => activate(row),
      "*": () =>
        rows
          .filter((other) => other.level === row.level && other.node?.childCount && !tree.expanded.has(other.id))
          .forEach((other) => setExpanded(other.id, true)),
    };
    const run = keys[event.key];
    if (run) {
      event.preventDefault();
      run();
    } else if (event.key.length === 1) {
      event.preventDefault();
      findTyped(event.key, event.timeStamp, index);
    }
  };
  const findTyped = (key: string, at: number, index: number) => {
    const { current } = typed;
    current.text = at - current.at < typingPause ? current.text + key : key;
    current.at = at;
    const text = current.text.toLocaleLowerCase();
    // A first letter leads to the next entry, further ones refine it.
    const start = current.text.length === 1 ? index + 1 : index;
    const order = [...rows.slice(start), ...rows.slice(0, start)];
    focus(order.find(({ node }) => node && titleOf(node).toLocaleLowerCase().startsWith(text)));
  };

  return (
    <div
      ref={ref}
      role="tree"
      tabIndex={-1}
      aria-label={formatMessage({ id: "editor.tree" })}
      className={styles.tree}
      onKeyDown={onKeyDown}
    >
      {rows.map((row) =>
        row.node ? (
          <NodeRow
            key={row.id}
            row={row}
            node={row.node}
            title={titleOf(row.node)}
            to={row.node.path ? withChanges(search, { page: row.node.path }) : undefined}
            isExpanded={tree.expanded.has(row.id)}
            isSelected={row.id === selected}
            isTabbable={row.id === tabbable}
            onToggle={setExpanded}
            onFocus={setFocused}
          />
        ) : (
          <button
            key={row.id}
            type="button"
            role="treeitem"
            aria-selected="false"
            aria-level={row.level}
            aria-posinset={row.position}
            aria-setsize={row.setSize}
            aria-busy={row.status === "loading" || undefined}
            data-row={row.id}
            data-level={Math.min(row.level, 8)}
            tabIndex={row.id === tabbable ? 0 : -1}
            className={clsx(styles.row, styles.more)}
            onFocus={() => setFocused(row.id)}
            onClick={() => activate(row)}
          >
            {row.status === "failed" && <>{formatMessage({ id: "editor.tree.unavailable" })} </>}
            {formatMessage({ id: "editor.tree.more" }, { count: Math.min(row.missing ?? 0, 100) })}
          </button>
        ),
      )}
    </div>
  );
}

interface NodeRowProps {
  row: Row;
  node: TreeNode;
  title: string;
  /** The address that selects the entry; nothing for one without a page. */
  to: string | undefined;
  isExpanded: boolean;
  isSelected: boolean;
  isTabbable: boolean;
  onToggle: (id: string, isExpanded: boolean) => void;
  onFocus: (id: string) => void;
}

function NodeRow({ row, node, title, to, isExpanded, isSelected, isTabbable, onToggle, onFocus }: NodeRowProps) {
  const toggle = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onToggle(node.id, !isExpanded);
  };
  const attributes = {
    role: "treeitem",
    "aria-selected": isSelected,
    "aria-level": row.level,
    "aria-posinset": row.position,
    "aria-setsize": row.setSize,
    "aria-expanded": node.childCount ? isExpanded : undefined,
    "data-row": row.id,
    // Style attributes are against the content security policy.
    "data-level": Math.min(row.level, 8),
    "data-kind": node.kind,
    tabIndex: isTabbable ? 0 : -1,
    className: styles.row,
    onFocus: () => onFocus(row.id),
  } as const;
  const content = (
    <>
      {/* The keys of the tree do the same. */}
      <span className={styles.toggle} aria-hidden="true" onClick={node.childCount ? toggle : undefined}>
        {node.childCount > 0 && <ChevronRightIcon size={16} />}
      </span>
      <span className={styles.content}>
        <span className={styles.title}>{title}</span>
        <NodeMarks node={node} />
      </span>
    </>
  );
  if (to) {
    return (
      <Link to={to} discover="none" preventScrollReset {...attributes}>
        {content}
      </Link>
    );
  }
  if (node.target && /^https?:/.test(node.target)) {
    return (
      <a href={node.target} target="_blank" rel="noopener" {...attributes}>
        {content}
      </a>
    );
  }
  return (
    // The keys of the tree do the same.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div {...attributes} role="treeitem" aria-selected={isSelected} tabIndex={attributes.tabIndex} onClick={toggle}>
      {content}
    </div>
  );
}
