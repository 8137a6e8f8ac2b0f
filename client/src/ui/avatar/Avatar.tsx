import { Picture, type PictureSource } from "~/ui/picture/Picture";
import styles from "./Avatar.module.css";

export interface AvatarProps {
  name: string;
  /** Initials are shown if it is missing. */
  picture?: PictureSource | null | undefined;
}

/** Upper-case first letters of the first and the last part of a name: `Marit Aebischer` is `MA` (ACC-4). */
export function initials(name: string): string {
  const parts = name.split(/\s+/).filter(Boolean);
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map((part) => (part ? Array.from(part)[0] : ""))
    .join("")
    .toUpperCase();
}

/** A person's picture or initials. The name is beside it. */
export function Avatar({ name, picture }: AvatarProps) {
  if (picture) return <Picture className={styles.avatar} picture={{ ...picture, alternativeText: "" }} sizes="80px" />;
  return (
    <span className={styles.avatar} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
