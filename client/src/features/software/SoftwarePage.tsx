import { useIntl } from "react-intl";
import type { SoftwarePackageViewFragment } from "~/graph/generated/graphql";
import { ButtonLink } from "~/ui/button/Button";
import { ArrowRightIcon } from "~/ui/icon/iconSet";
import { ListPage, EmptyList } from "~/ui/listing/ListPage";
import styles from "./SoftwarePage.module.css";
import { SoftwareVersions } from "./SoftwareVersions";

export interface SoftwarePageProps {
  title: string;
  packages: readonly SoftwarePackageViewFragment[];
  inventoryUrl: string;
}

/** The software download center: packages for the customer's machines. */
export function SoftwarePage({ title, packages, inventoryUrl }: SoftwarePageProps) {
  const { formatMessage } = useIntl();
  return (
    <ListPage
      title={title}
      lead={formatMessage({ id: "software.lead" })}
      navigation={
        <nav aria-label={formatMessage({ id: "portal.page.INVENTORY" })}>
          <ButtonLink
            size="small"
            variant="quiet"
            target={{ kind: "ROUTE", url: inventoryUrl }}
            trailingIcon={<ArrowRightIcon size={16} />}
          >
            {formatMessage({ id: "portal.page.INVENTORY" })}
          </ButtonLink>
        </nav>
      }
    >
      {packages.length === 0 && <EmptyList title={formatMessage({ id: "software.none" })} />}
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
    </ListPage>
  );
}
