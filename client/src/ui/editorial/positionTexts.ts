import { useIntl } from "react-intl";
import type { TextId } from "~/i18n/textId";

/** What a list and the page of a position show of it. */
export interface PositionFacts {
  department: string;
  /** Per cent of a full-time job. */
  workloadMin: number;
  workloadMax: number;
  location?: { town?: string | null; country?: { countryCode: string } | null } | null;
}

/** The name of a department in the language of the interface. */
export const departmentText = (department: string) => `position.department.${department}` as TextId;

/** The facts of a position as texts in the language of the interface. */
export function usePositionTexts() {
  const { formatDisplayName, formatMessage, formatNumber } = useIntl();
  return {
    department: ({ department }: PositionFacts) => formatMessage({ id: departmentText(department) }),
    place: ({ location }: PositionFacts) =>
      [location?.town, location?.country && formatDisplayName(location.country.countryCode, { type: "region" })]
        .filter(Boolean)
        .join(", "),
    workload: ({ workloadMin: min, workloadMax: max }: PositionFacts) => {
      const percent = (value: number) => formatNumber(value / 100, { style: "percent" });
      return min === max ? percent(max) : `${formatNumber(min)}–${percent(max)}`;
    },
  };
}
