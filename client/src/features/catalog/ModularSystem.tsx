import { Link } from "react-router";
import type { ProductPageFragment } from "~/graph/generated/graphql";
import { Picture } from "~/ui/picture/Picture";
import styles from "./ModularSystem.module.css";

/** The units that a modular system consists of, in the order in which a wire passes through them. */
export function ModularSystem({ units }: { units: ProductPageFragment["modularSystem"] }) {
  return (
    <ol className={styles.line}>
      {units.map((unit) => (
        <li key={unit.name} className={styles.unit}>
          {unit.image && (
            <Picture
              picture={{ ...unit.image, url: unit.image.source, alternativeText: "" }}
              sizes="(min-width: 64rem) 25vw, 50vw"
            />
          )}
          <h3 className={styles.name}>
            {unit.product?.url ? <Link to={unit.product.url}>{unit.name}</Link> : unit.name}
          </h3>
          {unit.description && <p className={styles.text}>{unit.description}</p>}
        </li>
      ))}
    </ol>
  );
}
