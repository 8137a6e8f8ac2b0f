import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useLocation, useNavigate } from "react-router";
import type { EditorAreaViewFragment } from "~/graph/generated/graphql";
import { isFocusLost } from "~/lib/interaction/keepFocus";
import { withChanges } from "./areaUrl";
import { type TreeRow, rowsOf, type TreeNode } from "./treeState";
import styles from "./EditorTree.module.css";
import { EditorTreeBlock } from "./EditorTreeBlock";
import { titleIn } from "./nodeTitle";
import { blocksOf, blockSize, useBlocks } from "./useBlocks";
import { useTree } from "./useTree";

/** Milliseconds within which typed letters belong to the same search text. */
const typingPause = 600;

/**
 * The tree of the previewed site, with the keyboard interaction of the ARIA tree pattern. Renders only the rows near
 * the viewport.
 */
export function EditorTree({ area }: { area: EditorAreaViewFragment }) {
  const intl = useIntl();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { tree, load, setExpanded, expandAll } = useTree(area);
  const ref = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: "", at: 0 });
  const [focused, setFocused] = useState<string>();

  const rows = useMemo(() => rowsOf(tree), [tree]);
  const blocks = useMemo(() => blocksOf(rows), [rows]);
  const { observe, isNear, heightOf } = useBlocks(blocks.length);
  const selected = useMemo(() => rows.findIndex(({ id }) => id === area.node?.id), [rows, area.node?.id]);
  const tabbable = useTabbable(rows, focused, selected);
  const titleOf = (node: TreeNode) => titleIn(intl, node);

  // The row to focus once it is rendered. Otherwise the focus would be lost when the focused row moves to another
  // block, or is replaced by the rows that it has loaded.
  const pendingFocus = useRef<string>(undefined);
  const isInside = useRef(false);
  useLayoutEffect(() => {
    const isLost = isInside.current && isFocusLost();
    const id = pendingFocus.current ?? (isLost ? rows[tabbable]?.id : undefined);
    if (id !== undefined) elementOf(ref.current, id)?.focus({ preventScroll: pendingFocus.current === undefined });
    pendingFocus.current = undefined;
  });

  const focus = (row: TreeRow | undefined) => {
    if (!row) return;
    const element = elementOf(ref.current, row.id);
    if (!element) pendingFocus.current = row.id;
    setFocused(row.id);
    element?.focus();
  };
  const activate = (row: TreeRow) => {
    const { node, parent } = row;
    if (parent) void load(parent.id);
    else if (node?.path) void navigate(withChanges(search, { page: node.path }), { preventScrollReset: true });
    else if (node) setExpanded(node.id, !tree.expanded.has(node.id));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabbable;
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
        expandAll(
          rows
            .filter((other) => other.level === row.level && other.node?.childCount && !tree.expanded.has(other.id))
            .map(({ id }) => id),
        ),
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
    // The first letter finds the next entry, further letters refine the search.
    const start = current.text.length === 1 ? index + 1 : index;
    const order = [...rows.slice(start), ...rows.slice(0, start)];
    focus(order.find(({ node }) => node && titleOf(node).toLocaleLowerCase().startsWith(text)));
  };

  return (
    <div
      ref={ref}
      role="tree"
      tabIndex={-1}
      aria-label={intl.formatMessage({ id: "editor.tree" })}
      className={styles.tree}
      onKeyDown={onKeyDown}
      onFocus={() => {
        isInside.current = true;
      }}
      onBlur={() => {
        isInside.current = false;
      }}
    >
      {blocks.map((block, index) => {
        const start = index * blockSize;
        const has = (row: number) => row >= start && row < start + block.length;
        const isShown = isNear(index) || has(tabbable);
        return (
          <EditorTreeBlock
            key={start}
            index={index}
            rows={block}
            height={isShown ? undefined : heightOf(index, block.length)}
            expanded={tree.expanded}
            search={search}
            selected={has(selected) ? rows[selected]?.id : undefined}
            tabbable={has(tabbable) ? rows[tabbable]?.id : undefined}
            observe={observe}
            onToggle={setExpanded}
            onFocus={setFocused}
            onMore={load}
          />
        );
      })}
    </div>
  );
}

const elementOf = (tree: Element | null, id: string) =>
  tree?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);

/** The index of the row that the Tab key reaches: the last focused row, else the selected one, else the first. */
function useTabbable(rows: readonly TreeRow[], focused: string | undefined, selected: number): number {
  const index = useMemo(() => rows.findIndex(({ id }) => id === focused), [rows, focused]);
  const [last, setLast] = useState({ index, isMore: false });
  const isMore = rows[index]?.parent !== undefined;
  if (index >= 0 && (last.index !== index || last.isMore !== isMore)) setLast({ index, isMore });
  if (index >= 0) return index;
  // The loaded rows begin at the index of the row that loaded them.
  if (focused !== undefined && last.isMore && last.index < rows.length) return last.index;
  return Math.max(selected, 0);
}
