import { useCallback, useRef, useState } from "react";

/** The number of rows that are rendered or omitted together. */
export const blockSize = 50;

/** The distance from the viewport within which rows are rendered. */
const margin = "800px 0px";

/** The height of a row with one line, in pixels: an estimate for rows that were never rendered. */
const estimatedRowHeight = 36;

interface Block {
  isNear: boolean;
  /** The mean height of the block's rows when they were last rendered, in pixels. */
  rowHeight?: number;
}

/** Divides rows into blocks. */
export function blocksOf<T>(rows: readonly T[]): T[][] {
  const blocks: T[][] = [];
  for (let start = 0; start < rows.length; start += blockSize) blocks.push(rows.slice(start, start + blockSize));
  return blocks;
}

/**
 * Finds the blocks of a long list that are near the viewport; the others keep their height without rows. The blocks
 * that the server rendered stay until the first observation.
 */
export function useBlocks(count: number) {
  const [firstCount] = useState(count);
  const [blocks, setBlocks] = useState<ReadonlyMap<number, Block>>(() => new Map());
  const observer = useRef<IntersectionObserver>(undefined);

  /** Observes a block's element: `data-block` has its index, `data-rows` its number of rows. */
  const observe = useCallback((element: HTMLElement | null) => {
    if (!element || typeof IntersectionObserver === "undefined") return undefined;
    observer.current ??= new IntersectionObserver(
      (entries) =>
        setBlocks((previous) => {
          const next = new Map(previous);
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
    heightOf: (index: number, rows: number) => (blocks.get(index)?.rowHeight ?? estimatedRowHeight) * rows,
  };
}
