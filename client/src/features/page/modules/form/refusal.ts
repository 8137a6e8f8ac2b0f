import type { IntlShape } from "react-intl";
import type { RefusalReason } from "~/graph/client";
import { formatBytes } from "~/i18n/formatBytes";

/** Spec §5 and §9: 100 MB; ten files with one form. */
const maxSize = 100 * 1024 * 1024;
export const maxFiles = 10;

/** A file that is not taken. */
export interface Refusal {
  name: string;
  reason: RefusalReason;
}

/** Why a file is refused before anything of it is sent; nothing where it is not. */
export function refusalOf(file: File): Refusal | undefined {
  const { name, size, type } = file;
  if (size === 0) return { name, reason: "empty" };
  if (size > maxSize) return { name, reason: "size" };
  if (!/^(image|video)\//.test(type) || type === "image/svg+xml") return { name, reason: "type" };
  return undefined;
}

/** What the texts about files say of their limits. */
export function fileLimits(intl: IntlShape) {
  return { size: formatBytes(intl, 100_000_000), count: maxFiles };
}

/** Says why a file is not taken. */
export function refusalText(intl: IntlShape, { name, reason }: Refusal): string {
  return intl.formatMessage({ id: `form.files.${reason}` }, { ...fileLimits(intl), name });
}
