import { useId } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import type { ProductPageFragment, SpecificationRowsFragment } from "~/graph/generated/graphql";
import { variantParameter } from "~/lib/url/clientParameters";
import { DownloadIcon } from "~/ui/icon/iconSet";
import { RadioGroup, Switch } from "~/ui/input/Choice";
import { type MeasurementSystem, useMeasurementSystem } from "~/ui/measurement/measurement";
import { groupNames } from "~/ui/measurement/groupNames";
import styles from "./TechnicalData.module.css";

/**
 * Technical data of a product or of one of its variants, in metric or imperial units. The document contains both, so
 * that switching needs no request and no JavaScript. The variant is part of the URL, so that it can be shared.
 */
export function TechnicalData({
  product,
  system: ofCountry,
  language,
}: {
  product: Pick<
    ProductPageFragment,
    "name" | "dataSheetUrl" | "variants" | "metric" | "imperial" | "hasMeasurementSystems"
  >;
  system: MeasurementSystem;
  /** The language of the data if it is not that of the page. */
  language?: string | undefined;
}) {
  const { formatMessage } = useIntl();
  const [system, choose] = useMeasurementSystem(ofCountry);
  const { search } = useLocation();
  const named = new URLSearchParams(search).get(variantParameter);
  const variant = product.variants.find((v) => v.id === named) ?? product.variants[0];
  const group = useId();

  const urlOf = (id: string) => {
    const parameters = new URLSearchParams(search);
    parameters.set(variantParameter, id);
    return { search: parameters.toString(), hash: "technical-data" };
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
                  <Link
                    className={styles.variant}
                    to={urlOf(v.id)}
                    replace
                    preventScrollReset
                    aria-current={v === variant ? "true" : undefined}
                    lang={language}
                  >
                    {system === "METRIC" ? v.metricName : v.imperialName}
                  </Link>
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
            value={system}
            onChange={(event) => choose(event.target.value as MeasurementSystem)}
          />
        )}
      </div>
      <div className={styles.metric}>
        <SpecificationTable name={product.name} groups={(variant ?? product).metric} language={language} />
        <DataSheetLink url={product.dataSheetUrl} variant={variant?.id} system="METRIC" />
      </div>
      {product.hasMeasurementSystems && (
        <div className={styles.imperial}>
          <SpecificationTable name={product.name} groups={(variant ?? product).imperial} language={language} />
          <DataSheetLink url={product.dataSheetUrl} variant={variant?.id} system="IMPERIAL" />
        </div>
      )}
      {(variant ?? product).metric.length > 1 && (
        <Switch className={styles.all} label={formatMessage({ id: "product.allData" })} />
      )}
    </div>
  );
}

/** The data sheet with the figures of the table. */
function DataSheetLink({
  url,
  variant,
  system,
}: {
  url: string | null | undefined;
  variant: string | undefined;
  system: MeasurementSystem;
}) {
  const { formatMessage } = useIntl();
  if (!url) return null;
  const parameters = new URLSearchParams({ ...(variant && { variant }), system: system.toLowerCase() });
  return (
    <a className={styles.sheet} href={`${url}?${parameters}`}>
      <DownloadIcon />
      {formatMessage({ id: "product.dataSheet" })}
    </a>
  );
}

function SpecificationTable({
  name,
  groups,
  language,
}: {
  name: string;
  groups: readonly SpecificationRowsFragment[];
  language: string | undefined;
}) {
  const { formatMessage } = useIntl();
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{formatMessage({ id: "product.dataOf" }, { name })}</caption>
      {groups.map(({ kind, specifications }) => (
        <tbody key={kind}>
          {/* A heading above all rows would say nothing about them. */}
          {groups.length > 1 && (
            <tr className={styles.group}>
              <th scope="rowgroup" colSpan={2}>
                {formatMessage({ id: groupNames[kind] })}
              </th>
            </tr>
          )}
          {specifications.map((row) => (
            <tr key={`${row.name} ${row.unit}`} lang={language}>
              <th scope="row">{row.name}</th>
              <td>
                {row.value}
                {row.unit && <span className={styles.unit}> {row.unit}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
