import type { IntlShape } from "react-intl";
import type { RefusalReason } from "~/lib/screen/screenData";

/** The files that a form accepts, as defined and checked by the server. */
export interface FileLimits {
  /** Bytes. */
  maxSize: number;
  maxCount: number;
  /** Such as `image/*`. */
  mediaTypes: readonly string[];
}

/** A refused file. */
export interface FileRefusal {
  name: string;
  reason: RefusalReason;
}

/** Why a file is refused before it is uploaded; undefined if it is accepted. */
export function refusalOf({ name, size, type }: File, limits: FileLimits): FileRefusal | undefined {
  if (size === 0) return { name, reason: "empty" };
  if (size > limits.maxSize) return { name, reason: "size" };
  const kind = `${type.split("/")[0]}/*`;
  return limits.mediaTypes.some((t) => t === type || t === kind) ? undefined : { name, reason: "type" };
}

/** The values of the limits for texts about files. */
export function limitsText(intl: IntlShape, { maxSize, maxCount }: FileLimits) {
  const size = intl.formatNumber(maxSize / 2 ** 20, { style: "unit", unit: "megabyte", maximumFractionDigits: 0 });
  // Number and unit stay on one line.
  return { size: size.replaceAll(" ", "\u00a0"), count: maxCount };
}

/** Whether a form accepts documents, beside pictures. */
export const takesDocuments = ({ mediaTypes }: FileLimits) => mediaTypes.includes("application/pdf");

/** The message about a refused file. */
export function refusalText(intl: IntlShape, { name, reason }: FileRefusal, limits: FileLimits): string {
  const id =
    reason === "type" && takesDocuments(limits) ? "form.files.typeOfDocument" : (`form.files.${reason}` as const);
  return intl.formatMessage({ id }, { ...limitsText(intl, limits), name });
}
