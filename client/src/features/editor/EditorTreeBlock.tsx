import { clsx } from "clsx";
import { memo, type RefCallback } from "react";
import { useIntl } from "react-intl";
import { withChanges } from "./areaUrl";
import styles from "./EditorTree.module.css";
import { EditorTreeRow } from "./EditorTreeRow";
import { titleIn } from "./nodeTitle";
import type { TreeRow } from "./treeState";

export interface EditorTreeBlockProps {
  index: number;
  rows: readonly TreeRow[];
  /** The height of a block whose rows are not rendered, in pixels; undefined for a rendered block. */
  height: number | undefined;
  expanded: ReadonlySet<string>;
  search: string;
  /** Ids of rows of the block. */
  selected: string | undefined;
  tabbable: string | undefined;
  observe: RefCallback<HTMLDivElement>;
  onToggle: (id: string, isExpanded: boolean) => void;
  onFocus: (id: string) => void;
  onMore: (parent: string) => Promise<void>;
}

/** A block of successive rows of the tree; only blocks near the viewport are rendered. */
export const EditorTreeBlock = memo(function EditorTreeBlock(props: EditorTreeBlockProps) {
  const { index, rows, height, expanded, search, selected, tabbable, observe, onToggle, onFocus, onMore } = props;
  const intl = useIntl();
  return (
    <div
      ref={observe}
      role="none"
      data-block={index}
      data-rows={rows.length}
      className={styles.block}
      // The server renders all rows, so that no document has this style attribute, which the content security policy
      // forbids.
      style={height === undefined ? undefined : { blockSize: height }}
    >
      {height === undefined &&
        rows.map((row) =>
          row.node ? (
            <EditorTreeRow
              key={row.id}
              row={row}
              node={row.node}
              title={titleIn(intl, row.node)}
              to={row.node.path ? withChanges(search, { page: row.node.path }) : undefined}
              isExpanded={expanded.has(row.id)}
              isSelected={row.id === selected}
              isTabbable={row.id === tabbable}
              onToggle={onToggle}
              onFocus={onFocus}
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
              onFocus={() => onFocus(row.id)}
              onClick={() => row.parent && void onMore(row.parent.id)}
            >
              {row.status === "failed" && <>{intl.formatMessage({ id: "editor.tree.unavailable" })} </>}
              {intl.formatMessage({ id: "editor.tree.more" }, { count: Math.min(row.missing ?? 0, 100) })}
            </button>
          ),
        )}
    </div>
  );
});
