import { type MouseEvent, useId, useState } from "react";
import { useIntl } from "react-intl";
import { useLocation } from "react-router";
import type { ProductPageFragment, SpecificationRowFragment } from "~/graph/generated/graphql";
import { RadioGroup } from "~/ui/input/Choice";
import { type MeasurementSystem, useMeasurementSystem } from "~/ui/measurement/measurement";
import styles from "./TechnicalData.module.css";

/** The parameter of the address that names the variant. */
export const variantParameter = "variant";

/**
 * Technical data of a product or of one of its variants, in metric or imperial. Both are in the document: the choice needs
 * no request, and no JavaScript. The variant is part of the address, so that it can be shared.
 */
export function TechnicalData({
  product,
  system: ofCountry,
}: {
  product: ProductPageFragment;
  system: MeasurementSystem;
}) {
  const { formatMessage } = useIntl();
  const [system, choose] = useMeasurementSystem(ofCountry);
  const [chosen, setChosen] = useState<string>();
  const { search } = useLocation();
  const named = chosen ?? new URLSearchParams(search).get(variantParameter);
  const variant = product.variants.find((v) => v.id === named) ?? product.variants[0];
  const group = useId();

  const select = (event: MouseEvent<HTMLAnchorElement>, id: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setChosen(id);
    const url = new URL(window.location.href);
    url.searchParams.set(variantParameter, id);
    window.history.replaceState(window.history.state, "", url);
  };
  return (
    <div className={styles.data} data-choice={product.hasMeasurementSystems || undefined}>
      <div className={styles.controls}>
        {product.variants.length > 1 && (
          <nav className={styles.variants} aria-labelledby={`${group}-variants`}>
            <h3 className={styles.legend} id={`${group}-variants`}>
              {formatMessage({ id: "product.variant" })}
            </h3>
            <ul>
              {product.variants.map((v) => (
                <li key={v.id}>
                  <a
                    className={styles.variant}
                    href={`?${variantParameter}=${encodeURIComponent(v.id)}#technical-data`}
                    aria-current={v === variant ? "true" : undefined}
                    onClick={(event) => select(event, v.id)}
                  >
                    {system === "METRIC" ? v.metricName : v.imperialName}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {product.hasMeasurementSystems && (
          <RadioGroup
            className={styles.systems}
            segmented
            legend={formatMessage({ id: "product.system" })}
            name={`${group}-system`}
            options={[
              { value: "METRIC", label: formatMessage({ id: "product.metric" }) },
              { value: "IMPERIAL", label: formatMessage({ id: "product.imperial" }) },
            ]}
            key={system}
            defaultValue={system}
            onChange={(event) => choose(event.target.value as MeasurementSystem)}
          />
        )}
      </div>
      <SpecificationTable className={styles.metric} name={product.name} rows={(variant ?? product).metric} />
      {product.hasMeasurementSystems && (
        <SpecificationTable className={styles.imperial} name={product.name} rows={(variant ?? product).imperial} />
      )}
    </div>
  );
}

function SpecificationTable({
  className,
  name,
  rows,
}: {
  className: string | undefined;
  name: string;
  rows: readonly SpecificationRowFragment[];
}) {
  const { formatMessage } = useIntl();
  return (
    <table className={`${styles.table} ${className}`}>
      <caption className={styles.caption}>{formatMessage({ id: "product.dataOf" }, { name })}</caption>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.name} ${row.unit}`}>
            <th scope="row">{row.name}</th>
            <td>
              {row.value}
              {row.unit && <span className={styles.unit}> {row.unit}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
