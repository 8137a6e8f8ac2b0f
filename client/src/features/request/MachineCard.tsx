import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { RequestPageFragment } from "~/graph/generated/graphql";
import { useForeignLanguage } from "~/i18n/useForeignLanguage";
import { KeyFigures } from "~/ui/figures/KeyFigures";
import { Picture } from "~/ui/picture/Picture";
import styles from "./RequestPage.module.css";

/** The machine that a request is about; nothing for a request about none. */
export function MachineCard({ request }: { request: RequestPageFragment }) {
  const { formatMessage } = useIntl();
  const foreign = useForeignLanguage();
  const { product, variant, system, isUnknownProduct } = request;
  if (isUnknownProduct) {
    return (
      <section className={styles.card}>
        <p>{formatMessage({ id: "request.unknown" })}</p>
      </section>
    );
  }
  if (!product) return null;
  const language = foreign(product.contentLanguage.languageTag);
  return (
    <section className={styles.card} aria-labelledby="request-machine">
      <h2 id="request-machine" className={styles.overline}>
        {formatMessage({ id: "request.about" })}
      </h2>
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
      {product.keyFigures && product.keyFigures.length > 0 && (
        <div className={styles.figures}>
          <KeyFigures figures={product.keyFigures} language={language} />
        </div>
      )}
    </section>
  );
}
