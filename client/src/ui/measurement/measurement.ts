import { useCookie } from "~/ui/cookie/useCookie";

export type MeasurementSystem = "METRIC" | "IMPERIAL";

/** The cookie with the visitor's choice (CAT-16). */
const cookieName = "strand-measurement-system";

/** The measurement system of technical data: the visitor's choice, otherwise the country's. */
export function useMeasurementSystem(ofCountry: MeasurementSystem) {
  const [remembered, choose] = useCookie(cookieName);
  const system: MeasurementSystem = remembered === "METRIC" || remembered === "IMPERIAL" ? remembered : ofCountry;
  return [system, choose as (system: MeasurementSystem) => void] as const;
}
