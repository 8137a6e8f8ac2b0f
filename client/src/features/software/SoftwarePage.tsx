import { useState } from "react";
import { useIntl } from "react-intl";
import type { SoftwarePackageViewFragment } from "~/graph/generated/graphql";
import { ButtonLink } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { ArrowRightIcon } from "~/ui/icon/iconSet";
import { ListPage, EmptyList } from "~/ui/listing/ListPage";
import { SoftwareRows } from "./SoftwareRows";
import styles from "./SoftwarePage.module.css";
import { SoftwareVersions } from "./SoftwareVersions";

export interface SoftwarePageProps {
  title: string;
  packages: readonly SoftwarePackageViewFragment[];
  inventoryUrl: string;
}

/** The software download center: the programs for the customer's machines, with the details of each in a dialog. */
export function SoftwarePage({ title, packages, inventoryUrl }: SoftwarePageProps) {
  const { formatMessage } = useIntl();
  const [shownId, setShownId] = useState<string>();
  const shown = packages.find(({ id }) => id === shownId);
  const machines = formatMessage({ id: "portal.page.INVENTORY" });
  return (
    <ListPage
      title={title}
      lead={formatMessage({ id: "software.lead" })}
      hasRecords={packages.length > 0}
      navigation={
        <nav aria-label={machines}>
          <ButtonLink
            size="small"
            variant="quiet"
            target={{ kind: "ROUTE", url: inventoryUrl }}
            trailingIcon={<ArrowRightIcon size={16} />}
          >
            {machines}
          </ButtonLink>
        </nav>
      }
    >
      {packages.length === 0 ? (
        <EmptyList title={formatMessage({ id: "software.none" })} />
      ) : (
        <SoftwareRows label={title} packages={packages} onOpen={setShownId} />
      )}
      {shown && (
        <Dialog open title={shown.name} placement="side" onClose={() => setShownId(undefined)}>
          {shown.products && shown.products.length > 0 && (
            <p className={styles.products}>
              {formatMessage(
                { id: "software.products" },
                { products: shown.products.map((product) => product.name).join(", ") },
              )}
            </p>
          )}
          <SoftwareVersions package={shown} headingLevel={3} />
        </Dialog>
      )}
    </ListPage>
  );
}
