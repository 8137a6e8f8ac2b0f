import {
  type FeatureImplementation,
  hotkeysCoreFeature,
  type ItemInstance,
  syncDataLoaderFeature,
} from "@headless-tree/core";
import { useTree } from "@headless-tree/react";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useLocation } from "react-router";
import type { EditorAreaViewFragment } from "~/graph/generated/graphql";
import { useIsScripted } from "~/lib/document/useIsScripted";
import { withChanges } from "./areaUrl";
import styles from "./EditorTree.module.css";
import { EditorTreeRow, MoreRow } from "./EditorTreeRow";
import { titleIn } from "./nodeTitle";
import { entriesOf, isVisible, rootId, type TreeEntry } from "./treeState";
import { useBranches } from "./useBranches";

type Item = ItemInstance<TreeEntry>;

/** Milliseconds within which typed letters belong to the same search text. */
const typingPause = 600;

/** The height of a row with one line, in pixels: an estimate for rows that were never rendered. */
const estimatedRowHeight = 36;

/**
 * Leaves the focus of the document to the effect below. The library's own focuses the row after a pause, in which
 * another key may have moved the focus already.
 */
const ownFocusFeature: FeatureImplementation<TreeEntry> = {
  key: "own-focus",
  treeInstance: { updateDomFocus: () => undefined },
};

/**
 * The tree of the previewed site, with the keyboard interaction of the ARIA tree pattern. In the browser it renders
 * only the rows near the viewport, the focused one and the selected one.
 */
export function EditorTree({ area }: { area: EditorAreaViewFragment }) {
  const intl = useIntl();
  const { search } = useLocation();
  const isScripted = useIsScripted();
  const { tree: state, load, setExpanded } = useBranches(area);
  const entries = useMemo(() => entriesOf(state), [state]);
  // The tree is built again whenever this is another array.
  const expandedItems = useMemo(() => (entries.size > 0 ? [...state.expanded] : []), [state.expanded, entries]);
  const [focused, setFocused] = useState<string | null>(null);
  const selected = area.node?.id;
  // The row that the Tab key reaches: the last focused one, else the selected one, else the first.
  const focusedItem = [focused, selected].find((id) => id != null && isVisible(state, entries, id)) ?? null;
  const titleOf = (item: Item) => {
    const { node } = item.getItemData();
    return node ? titleIn(intl, node) : "";
  };
  const tree = useTree<TreeEntry>({
    rootItemId: rootId,
    dataLoader: {
      getItem: (id) => entries.get(id) ?? { children: [] },
      getChildren: (id) => [...(entries.get(id)?.children ?? [])],
    },
    getItemName: titleOf,
    isItemFolder: (item) => !!item.getItemData().node?.childCount,
    initialState: { expandedItems: [] },
    state: { expandedItems, focusedItem },
    setExpandedItems: (ids) => setExpanded(ids as string[]),
    setFocusedItem: (id) => setFocused(id),
    features: [syncDataLoaderFeature, hotkeysCoreFeature, ownFocusFeature],
    hotkeys: {
      // The focus stays on an entry without children.
      expandOrDown: { hotkey: "ArrowRight", isEnabled: (one) => one.getFocusedItem().isFolder() },
      focusFirstItem: { hotkey: "Home", preventDefault: true },
      focusLastItem: { hotkey: "End", preventDefault: true },
    },
  });
  const items = tree.getItems();
  const focusedRow = () => (items.length > 0 ? tree.getFocusedItem() : undefined);

  const selectedRow = selected === undefined ? undefined : tree.getItemInstance(selected);
  const always = [focusedRow(), selectedRow].flatMap((row) => row?.getItemMeta().index ?? []).filter((i) => i >= 0);
  // eslint-disable-next-line react-hooks/incompatible-library -- the React compiler, which this is about, is not used
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => tree.getElement()?.parentElement ?? null,
    estimateSize: () => estimatedRowHeight,
    getItemKey: (index) => items[index]?.getId() ?? index,
    overscan: 20,
    rangeExtractor: (range) => [...new Set([...always, ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
  });

  // The focus follows the tree's: its row may be rendered only now, or replace one that no longer exists.
  const isInside = useRef(false);
  useLayoutEffect(() => {
    const element = focusedRow()?.getElement();
    if (isInside.current && element && element !== document.activeElement) element.focus();
  });

  const loadMore = async (more: string, parent: string) => {
    const first = await load(parent);
    if (first !== undefined) setFocused((id) => (id === more ? first : id));
  };

  const typed = useRef({ text: "", at: 0 });
  const findTyped = (key: string, at: number) => {
    const { current } = typed;
    current.text = at - current.at < typingPause ? current.text + key : key;
    current.at = at;
    const text = current.text.toLocaleLowerCase();
    // The first letter finds the next entry, further letters refine the search.
    const start = tree.getFocusedItem().getItemMeta().index + (current.text.length === 1 ? 1 : 0);
    const order = [...items.slice(start), ...items.slice(0, start)];
    order.find((item) => titleOf(item).toLocaleLowerCase().startsWith(text))?.setFocused();
  };
  // The other keys are those of the tree.
  const onKeyDown = (event: KeyboardEvent) => {
    const item = focusedRow();
    if (!item || (event.key.length > 1 && event.key !== "Enter")) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (event.key === "Enter" || event.key === " ") item.getElement()?.click();
    else if (event.key === "*") {
      const siblings = item.getParent()?.getChildren() ?? tree.getRootItem().getChildren();
      const folders = siblings.filter((one) => one.isFolder()).map((one) => one.getId());
      setExpanded([...new Set([...state.expanded, ...folders])]);
    } else findTyped(event.key, event.timeStamp);
  };

  const rowOf = (item: Item) => {
    const { node, parent, missing = 0, status } = item.getItemData();
    const { level, posInSet, setSize } = item.getItemMeta();
    const attributes = {
      ref: item.registerElement,
      "aria-level": level + 1,
      "aria-posinset": posInSet + 1,
      "aria-setsize": parent?.childCount ?? setSize,
      "data-row": item.getId(),
      // The content security policy forbids style attributes.
      "data-level": Math.min(level + 1, 8),
      tabIndex: item.isFocused() ? 0 : -1,
      onFocus: () => item.setFocused(),
    };
    if (!node) {
      const load = () => void (parent && loadMore(item.getId(), parent.id));
      return <MoreRow attributes={attributes} missing={missing} status={status} onLoad={load} />;
    }
    return (
      <EditorTreeRow
        attributes={attributes}
        node={node}
        title={titleOf(item)}
        to={node.path ? withChanges(search, { page: node.path }) : undefined}
        isExpanded={item.isExpanded()}
        isSelected={item.getId() === selected}
        onToggle={() => (item.isExpanded() ? item.collapse() : item.expand())}
      />
    );
  };
  return (
    <div
      ref={tree.registerElement}
      role="tree"
      aria-label={intl.formatMessage({ id: "editor.tree" })}
      tabIndex={-1}
      className={styles.tree}
      // The server renders all rows without positions: the content security policy forbids style attributes.
      style={isScripted ? { blockSize: virtualizer.getTotalSize() } : undefined}
      onKeyDown={onKeyDown}
      onFocus={({ target, currentTarget }) => {
        isInside.current = target !== currentTarget;
      }}
      onBlur={() => {
        isInside.current = false;
      }}
    >
      {isScripted
        ? virtualizer.getVirtualItems().map(({ key, index, start }) => (
            <div
              key={key}
              ref={virtualizer.measureElement}
              role="none"
              data-index={index}
              className={styles.place}
              style={{ insetBlockStart: start }}
            >
              {items[index] && rowOf(items[index])}
            </div>
          ))
        : items.map((item) => (
            <div key={item.getId()} role="none">
              {rowOf(item)}
            </div>
          ))}
    </div>
  );
}
