import { useIntl } from "react-intl";
import type { LocationFragment } from "~/graph/generated/graphql";
import type { TextId } from "~/i18n/textId";
import { ContactOptions } from "~/ui/contact/ContactOptions";
import { MetaLine } from "~/ui/meta/MetaLine";
import styles from "./LocationCard.module.css";

/** The labels of contact types and world regions in the visitor's language. */
export function useLocationLabel() {
  const { formatMessage } = useIntl();
  return (value: string) => formatMessage({ id: `locations.label.${value}` as TextId });
}

export interface LocationCardProps {
  location: LocationFragment;
  headingLevel?: 3 | 4;
}

/** A location of the group with its contact types, address and contact options. */
export function LocationCard({ location: l, headingLevel = 3 }: LocationCardProps) {
  const { formatDisplayName, formatMessage } = useIntl();
  const label = useLocationLabel();
  const Heading = `h${headingLevel}` as const;
  return (
    <article className={styles.card}>
      <p className={styles.types}>
        <MetaLine items={l.types.map(label)} />
      </p>
      <Heading className={styles.name}>{l.name}</Heading>
      {(l.address ?? l.country) && (
        <address className={styles.address}>
          {[l.address, l.country && formatDisplayName(l.country.countryCode, { type: "region" })]
            .filter(Boolean)
            .join("\n")}
        </address>
      )}
      <ContactOptions {...l} />
      {l.hours && (
        <p className={styles.fact}>
          <span className={styles.term}>{formatMessage({ id: "locations.hours" })}</span> {l.hours}
        </p>
      )}
      {l.brands.length > 0 && (
        <p className={styles.fact}>
          <span className={styles.term}>{formatMessage({ id: "locations.brands" })}</span>{" "}
          {l.brands.map((brand) => brand.name).join(", ")}
        </p>
      )}
    </article>
  );
}
