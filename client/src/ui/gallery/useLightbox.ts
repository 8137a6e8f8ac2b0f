import { type ComponentType, useState } from "react";
import { tryLoad } from "~/lib/loading/tryLoad";
import type { LightboxProps } from "./Lightbox";

/**
 * The lightbox, whose code is loaded when a picture is opened. If loading fails, the browser opens the picture's link,
 * as without JavaScript.
 */
export function useLightbox() {
  const [Lightbox, setLightbox] = useState<ComponentType<LightboxProps>>();
  const [index, setIndex] = useState<number>();

  const open = async (at: number, original: string) => {
    if (!Lightbox) {
      const module = await tryLoad(() => import("./Lightbox"));
      if (!module) {
        window.location.assign(original);
        return;
      }
      setLightbox(() => module.Lightbox);
    }
    setIndex(at);
  };
  return { Lightbox, index, open, close: () => setIndex(undefined) };
}
