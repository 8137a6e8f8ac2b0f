import { useEffect, useState, type RefObject } from "react";

/**
 * The scale in which the style sheet shows a frame of `width` pixels in an element: at most 1. Undefined before the
 * element is measured.
 */
export function useRoomScale(room: RefObject<HTMLElement | null>, width: number): number | undefined {
  const [roomWidth, setRoomWidth] = useState<number>();
  useEffect(() => {
    if (!room.current) return;
    const observer = new ResizeObserver(([entry]) => setRoomWidth(entry?.contentRect.width));
    observer.observe(room.current);
    return () => observer.disconnect();
  }, [room]);
  return roomWidth ? Math.min(1, roomWidth / width) : undefined;
}
