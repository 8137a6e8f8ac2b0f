import { useCallback, useRef, useState } from "react";

/** How many rows are shown or left out together. */
export const blockSize = 50;

/** How far outside of what is seen rows are shown already. */
const margin = "800px 0px";

/** The height of a row of one line, in pixels: a guess for rows that were never shown. */
const usualHeight = 36;

interface Block {
  isNear: boolean;
  /** The mean height of its rows when they were shown last, in pixels. */
  rowHeight?: number;
}

/** Divides rows into blocks. */
export function blocksOf<T>(rows: readonly T[]): T[][] {
  const blocks: T[][] = [];
  for (let start = 0; start < rows.length; start += blockSize) blocks.push(rows.slice(start, start + blockSize));
  return blocks;
}

/**
 * Finds the blocks of a long list that are seen, or nearly so: the others keep their place, without rows. Those that the
 * server sent are shown until the browser knows better.
 */
export function useBlocks(count: number) {
  const [firstCount] = useState(count);
  const [blocks, setBlocks] = useState<ReadonlyMap<number, Block>>(() => new Map());
  const observer = useRef<IntersectionObserver>(undefined);

  /** Observes the element of a block, whose index is in `data-block`, the number of its rows in `data-rows`. */
  const observe = useCallback((element: HTMLElement | null) => {
    if (!element || typeof IntersectionObserver === "undefined") return undefined;
    observer.current ??= new IntersectionObserver(
      (entries) =>
        setBlocks((known) => {
          const next = new Map(known);
          for (const { target, isIntersecting, boundingClientRect } of entries) {
            const { block, rows } = (target as HTMLElement).dataset;
            const rowHeight = boundingClientRect.height / Number(rows);
            next.set(Number(block), { isNear: isIntersecting, ...(rowHeight > 0 && { rowHeight }) });
          }
          return next;
        }),
      { rootMargin: margin, scrollMargin: margin },
    );
    const { current } = observer;
    current.observe(element);
    return () => current.unobserve(element);
  }, []);

  return {
    observe,
    isNear: (index: number) => blocks.get(index)?.isNear ?? index < firstCount,
    heightOf: (index: number, rows: number) => (blocks.get(index)?.rowHeight ?? usualHeight) * rows,
  };
}
