import { useMediaQuery } from "~/ui/media/useMediaQuery";

export const narrowChart = 380;

/** The width of a chart in its own units: on narrow screens a chart is higher than wide. */
export function useChartWidth(): number {
  return useMediaQuery("(max-width: 40rem)") ? narrowChart : 800;
}
