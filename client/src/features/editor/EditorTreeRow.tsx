import { clsx } from "clsx";
import type { MouseEvent, RefCallback } from "react";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { ChevronRightIcon } from "~/ui/icon/iconSet";
import styles from "./EditorTree.module.css";
import { NodeMarks } from "./NodeMarks";
import type { TreeEntry, TreeNode } from "./treeState";

/** What the tree sets on the element of every row. */
interface RowAttributes {
  ref: RefCallback<HTMLElement>;
  "aria-level": number;
  "aria-posinset": number;
  "aria-setsize": number;
  "data-row": string;
  "data-level": number;
  tabIndex: number;
  onFocus: () => void;
}

export interface EditorTreeRowProps {
  attributes: RowAttributes;
  node: TreeNode;
  title: string;
  /** The URL that selects the entry; undefined for an entry without a page. */
  to: string | undefined;
  isExpanded: boolean;
  isSelected: boolean;
  onToggle: () => void;
}

/** A row of the tree: a link to the preview of a page, a link to another site, or an entry without a page. */
export function EditorTreeRow({
  attributes: { ref, ...common },
  node,
  title,
  to,
  isExpanded,
  isSelected,
  onToggle,
}: EditorTreeRowProps) {
  const { formatMessage } = useIntl();
  const toggle = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onToggle();
  };
  const attributes = {
    ...common,
    role: "treeitem",
    "aria-selected": isSelected,
    "aria-expanded": node.childCount ? isExpanded : undefined,
    "data-kind": node.kind,
    className: styles.row,
  } as const;
  const content = (
    <>
      {/* For pointers only: the keyboard interaction of the tree does the same. */}
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
      <Link ref={ref} to={to} discover="none" preventScrollReset {...attributes}>
        {content}
      </Link>
    );
  }
  if (node.target && /^https?:/.test(node.target)) {
    return (
      <a ref={ref} href={node.target} target="_blank" rel="noopener" {...attributes}>
        {content}
        <VisuallyHidden> {formatMessage({ id: "link.newTab" })}</VisuallyHidden>
      </a>
    );
  }
  return (
    // The keyboard interaction of the tree does the same.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={ref}
      {...attributes}
      role="treeitem"
      aria-selected={isSelected}
      tabIndex={common.tabIndex}
      onClick={toggle}
    >
      {content}
    </div>
  );
}

export interface MoreRowProps {
  attributes: RowAttributes;
  /** The number of children that are not loaded yet. */
  missing: number;
  status: TreeEntry["status"];
  onLoad: () => void;
}

/** A row that loads more children of an entry. */
export function MoreRow({ attributes: { ref, ...attributes }, missing, status, onLoad }: MoreRowProps) {
  const { formatMessage } = useIntl();
  return (
    <button
      ref={ref}
      type="button"
      {...attributes}
      role="treeitem"
      aria-selected="false"
      aria-busy={status === "loading" || undefined}
      className={clsx(styles.row, styles.more)}
      onClick={onLoad}
    >
      {status === "failed" && <>{formatMessage({ id: "editor.tree.unavailable" })} </>}
      {formatMessage({ id: "editor.tree.more" }, { count: Math.min(missing, 100) })}
    </button>
  );
}
