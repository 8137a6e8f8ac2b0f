import type { MouseEvent } from "react";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { ChevronRightIcon } from "~/ui/icon/iconSet";
import styles from "./EditorTree.module.css";
import { NodeMarks } from "./NodeMarks";
import type { TreeNode, TreeRow } from "./treeState";

export interface EditorTreeRowProps {
  row: TreeRow;
  node: TreeNode;
  title: string;
  /** The URL that selects the entry; undefined for an entry without a page. */
  to: string | undefined;
  isExpanded: boolean;
  isSelected: boolean;
  isTabbable: boolean;
  onToggle: (id: string, isExpanded: boolean) => void;
  onFocus: (id: string) => void;
}

/** A row of the tree: a link to the preview of a page, a link to another site, or an entry without a page. */
export function EditorTreeRow({
  row,
  node,
  title,
  to,
  isExpanded,
  isSelected,
  isTabbable,
  onToggle,
  onFocus,
}: EditorTreeRowProps) {
  const { formatMessage } = useIntl();
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
    // The content security policy forbids style attributes.
    "data-level": Math.min(row.level, 8),
    "data-kind": node.kind,
    tabIndex: isTabbable ? 0 : -1,
    className: styles.row,
    onFocus: () => onFocus(row.id),
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
      <Link to={to} discover="none" preventScrollReset {...attributes}>
        {content}
      </Link>
    );
  }
  if (node.target && /^https?:/.test(node.target)) {
    return (
      <a href={node.target} target="_blank" rel="noopener" {...attributes}>
        {content}
        <VisuallyHidden> {formatMessage({ id: "link.newTab" })}</VisuallyHidden>
      </a>
    );
  }
  return (
    // The keyboard interaction of the tree does the same.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div {...attributes} role="treeitem" aria-selected={isSelected} tabIndex={attributes.tabIndex} onClick={toggle}>
      {content}
    </div>
  );
}
