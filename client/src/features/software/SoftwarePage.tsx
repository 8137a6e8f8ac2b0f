import { useIntl } from "react-intl";
import type { SoftwarePackageViewFragment } from "~/graph/generated/graphql";
import { ButtonLink } from "~/ui/button/Button";
import { ArrowRightIcon } from "~/ui/icon/icons";
import styles from "./SoftwarePage.module.css";
import { SoftwareVersions } from "./SoftwareVersions";

export interface SoftwarePageProps {
  title: string;
  packages: readonly SoftwarePackageViewFragment[];
  inventoryUrl: string;
}

/** The software download center: what is there for the machines of the customer. */
export function SoftwarePage({ title, packages, inventoryUrl }: SoftwarePageProps) {
  const { formatMessage } = useIntl();
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{formatMessage({ id: "software.lead" })}</p>
      </header>
      {packages.length === 0 && <p role="status">{formatMessage({ id: "software.none" })}</p>}
      {packages.map((one) => (
        <section key={one.id} className={styles.package} aria-labelledby={one.id}>
          <div>
            <h2 className={styles.name} id={one.id}>
              {one.name}
            </h2>
            {one.products && one.products.length > 0 && (
              <p className={styles.products}>
                {formatMessage(
                  { id: "software.products" },
                  { products: one.products.map((product) => product.name).join(", ") },
                )}
              </p>
            )}
          </div>
          <SoftwareVersions package={one} headingLevel={3} />
        </section>
      ))}
      <p>
        <ButtonLink
          variant="secondary"
          target={{ kind: "ROUTE", url: inventoryUrl }}
          trailingIcon={<ArrowRightIcon size={16} />}
        >
          {formatMessage({ id: "portal.page.INVENTORY" })}
        </ButtonLink>
      </p>
    </div>
  );
}
