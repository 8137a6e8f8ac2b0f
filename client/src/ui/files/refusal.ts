import type { IntlShape } from "react-intl";
import type { RefusalReason } from "~/lib/screenData";

/** What files come with a form: the server says it, and looks at what comes. */
export interface FileLimits {
  /** Bytes. */
  maxSize: number;
  maxCount: number;
  /** Such as `image/*`. */
  mediaTypes: readonly string[];
}

/** A file that is not taken. */
export interface Refusal {
  name: string;
  reason: RefusalReason;
}

/** Why a file is refused before anything of it is sent; nothing where it is not. */
export function refusalOf({ name, size, type }: File, limits: FileLimits): Refusal | undefined {
  if (size === 0) return { name, reason: "empty" };
  if (size > limits.maxSize) return { name, reason: "size" };
  const kind = `${type.split("/")[0]}/*`;
  return limits.mediaTypes.some((t) => t === type || t === kind) ? undefined : { name, reason: "type" };
}

/** What the texts about files say of their limits. */
export function limitsText(intl: IntlShape, { maxSize, maxCount }: FileLimits) {
  const size = intl.formatNumber(maxSize / 2 ** 20, { style: "unit", unit: "megabyte", maximumFractionDigits: 0 });
  return { size, count: maxCount };
}

/** Says why a file is not taken. */
export function refusalText(intl: IntlShape, { name, reason }: Refusal, limits: FileLimits): string {
  return intl.formatMessage({ id: `form.files.${reason}` }, { ...limitsText(intl, limits), name });
}
