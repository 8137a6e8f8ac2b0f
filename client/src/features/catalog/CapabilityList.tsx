import { Link } from "react-router";
import type { ProductPageFragment } from "~/graph/generated/graphql";
import { Picture } from "~/ui/picture/Picture";
import styles from "./CapabilityList.module.css";

/** The capabilities of a machine; each links to all machines that have it. */
export function CapabilityList({ capabilities }: { capabilities: ProductPageFragment["capabilities"] }) {
  return (
    <ul className={styles.list}>
      {capabilities.map((c) => (
        <li key={c.id}>
          <Link className={styles.capability} to={c.url}>
            {c.image && (
              <Picture
                className={styles.picture}
                picture={{ ...c.image, url: c.image.source, alternativeText: "" }}
                sizes="12rem"
              />
            )}
            <span className={styles.name} lang={c.foreignLanguage ?? undefined}>
              {c.name}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
