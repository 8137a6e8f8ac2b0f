import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { RequestedMachineFragment, RequestPageFragment } from "~/graph/generated/graphql";
import { useForeignLanguage } from "~/i18n/useForeignLanguage";
import { KeyFigures } from "~/ui/figures/KeyFigures";
import { Picture } from "~/ui/picture/Picture";
import styles from "./RequestPage.module.css";

/** The machines or services that a request is about; nothing for a request about none. */
export function MachineCard({ request }: { request: RequestPageFragment }) {
  const { formatMessage } = useIntl();
  const { machines, system, isUnknownProduct } = request;
  const isOne = machines.length === 1;
  const areServices = machines.every(({ product }) => product.type === "SERVICE");
  const title = areServices
    ? isOne
      ? "request.service"
      : "request.services"
    : isOne
      ? "request.about"
      : "request.machines";
  if (!isUnknownProduct && machines.length === 0) return null;
  return (
    <section className={styles.card} {...(machines.length > 0 && { "aria-labelledby": "request-machine" })}>
      {machines.length > 0 && (
        <h2 id="request-machine" className={styles.overline}>
          {formatMessage({ id: title })}
        </h2>
      )}
      {machines.map((machine) => (
        <Machine
          key={`${machine.product.slug} ${machine.variant?.id}`}
          machine={machine}
          system={system}
          hasFigures={isOne}
        />
      ))}
      {isUnknownProduct && <p>{formatMessage({ id: "request.unknown" })}</p>}
    </section>
  );
}

interface MachineProps {
  machine: RequestedMachineFragment;
  system: RequestPageFragment["system"];
  /** Shows the key figures. */
  hasFigures: boolean;
}

function Machine({ machine: { product, variant }, system, hasFigures }: MachineProps) {
  const { formatMessage } = useIntl();
  const foreign = useForeignLanguage();
  const language = foreign(product.contentLanguage.languageTag);
  return (
    <>
      <div className={styles.machine}>
        <Picture
          className={styles.picture}
          picture={{ ...product.image, url: product.image.source, alternativeText: "" }}
          sizes="9rem"
        />
        <div className={styles.machineText}>
          <p className={styles.name} lang={foreign(product.nameLanguage.languageTag)}>
            {product.url ? <Link to={product.url}>{product.name}</Link> : product.name}
          </p>
          {product.brand && <p className={styles.note}>{product.brand.name}</p>}
          {variant && (
            <p>
              {formatMessage({ id: "product.variant" })}:{" "}
              <span lang={language}>{system === "METRIC" ? variant.metricName : variant.imperialName}</span>
            </p>
          )}
        </div>
      </div>
      {hasFigures && product.keyFigures && product.keyFigures.length > 0 && (
        <div className={styles.figures}>
          <KeyFigures figures={product.keyFigures} language={language} />
        </div>
      )}
    </>
  );
}
