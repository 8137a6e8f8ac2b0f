import { useMediaQuery } from "~/ui/media/useMediaQuery";

/** How wide a chart is drawn, in units of its own: a narrow screen gets a drawing that is higher than it is long. */
export function useWidth(): number {
  return useMediaQuery("(max-width: 40rem)") ? 380 : 800;
}
