import { useQuery } from "@apollo/client/react";
import { memo, useDeferredValue, useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import { ComparisonDocument, type ComparisonQuery } from "~/graph/generated/graphql";
import { comparisonParameter } from "~/lib/clientParameters";
import { documentLocale } from "~/lib/documentLocale";
import { withParameters } from "~/lib/requestUrl";
import { useCopy } from "~/lib/useCopy";
import type { MeasurementSystem } from "~/ui/measurement/measurement";
import { Button } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { RadioGroup, Switch } from "~/ui/input/Choice";
import { Spinner } from "~/ui/spinner/Spinner";
import { type ComparedItem, toShared } from "./basket";
import styles from "./ComparisonDialog.module.css";

export interface ComparisonDialogProps {
  items: readonly ComparedItem[];
  system: MeasurementSystem;
  onChoose: (system: MeasurementSystem) => void;
  onClose: () => void;
}

/**
 * Products side by side. The server builds the rows of the table (CAT-34); the visitor chooses which products and rows
 * are shown.
 */
export function ComparisonDialog({ items, system, onChoose, onClose }: ComparisonDialogProps) {
  const { formatMessage } = useIntl();
  const [hideIdentical, setHideIdentical] = useState(false);
  const { data, error } = useQuery(ComparisonDocument, {
    variables: {
      items: items.map(({ slug, variantId }) => ({ slug, variantId })),
      locale: documentLocale(),
    },
  });
  const comparison = data?.comparison;
  // A large table is rendered in an interruptible update, so that the control responds immediately.
  const shownSystem = useDeferredValue(system);
  return (
    <Dialog
      open
      placement="full"
      title={formatMessage({ id: "compare.title" })}
      onClose={onClose}
      footer={
        comparison?.isShown && (
          <div className={styles.controls}>
            <Switch
              label={formatMessage({ id: "compare.hideIdentical" })}
              checked={hideIdentical}
              onChange={(event) => setHideIdentical(event.target.checked)}
            />
            <RadioGroup
              segmented
              legend={formatMessage({ id: "product.system" })}
              value={system}
              options={[
                { value: "METRIC", label: formatMessage({ id: "product.metric" }) },
                { value: "IMPERIAL", label: formatMessage({ id: "product.imperial" }) },
              ]}
              onChange={(event) => onChoose(event.target.value as MeasurementSystem)}
            />
            <ShareButton items={items} />
            <Button variant="secondary" size="small" onClick={() => window.print()}>
              {formatMessage({ id: "compare.print" })}
            </Button>
          </div>
        )
      }
    >
      {error && <p role="alert">{formatMessage({ id: "listing.unavailable" })}</p>}
      {!error && !comparison && <Spinner />}
      {comparison && !comparison.isShown && <p>{formatMessage({ id: "compare.tooFew" })}</p>}
      {comparison?.isShown && (
        <ComparisonTable
          comparison={comparison}
          system={shownSystem}
          hideIdentical={hideIdentical}
          onFollow={onClose}
        />
      )}
    </Dialog>
  );
}

function ComparisonTable({
  comparison,
  system,
  hideIdentical,
  onFollow,
}: {
  comparison: ComparisonQuery["comparison"];
  system: MeasurementSystem;
  hideIdentical: boolean;
  onFollow: () => void;
}) {
  const { formatMessage } = useIntl();
  const rows = system === "METRIC" ? comparison.metric : comparison.imperial;
  const shown = useMemo(() => (hideIdentical ? rows.filter((row) => !row.identical) : rows), [rows, hideIdentical]);
  return (
    // A scrollable region must be reachable by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroller} role="region" aria-label={formatMessage({ id: "compare.title" })} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {comparison.columns.map(({ product, variant }, i) => (
              <th key={i} scope="col">
                <img className={styles.picture} src={product.image.source} alt="" />
                <span className={styles.product}>
                  {product.url ? (
                    <Link to={product.url} onClick={onFollow}>
                      {product.name}
                    </Link>
                  ) : (
                    product.name
                  )}
                </span>
                {variant && (
                  <span className={styles.variant}>
                    {system === "METRIC" ? variant.metricName : variant.imperialName}
                  </span>
                )}
                <Link
                  className={styles.request}
                  to={withParameters(product.requestUrl, { what: "quote", model: variant?.id, units: system })}
                  onClick={onFollow}
                >
                  {formatMessage({ id: "request.quote" })}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <Rows rows={shown} />
      </table>
      {shown.some((row) => !row.identical) && (
        <p className={styles.legend}>{formatMessage({ id: "compare.differs" })}</p>
      )}
      {shown.length === 0 && <p className={styles.same}>{formatMessage({ id: "compare.allIdentical" })}</p>}
    </div>
  );
}

const Rows = memo(function Rows({ rows }: { rows: ComparisonQuery["comparison"]["metric"] }) {
  return (
    <tbody>
      {rows.map((row) => (
        <tr key={`${row.name} ${row.unit}`}>
          <th scope="row">
            {row.name}
            {row.unit && <span className={styles.unit}> {row.unit}</span>}
          </th>
          {row.values.map((value, i) => (
            <td key={i} data-differs={!row.identical || undefined}>
              {value || "–"}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
});

/** Copies a link that shows the same comparison. */
function ShareButton({ items }: { items: readonly ComparedItem[] }) {
  const { formatMessage } = useIntl();
  const { isCopied, copy } = useCopy();
  const url = new URL(window.location.pathname, window.location.origin);
  url.searchParams.set(comparisonParameter, toShared(items));
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => void copy(url.href)}>
        {formatMessage({ id: isCopied ? "compare.copied" : "compare.share" })}
      </Button>
      {/* If the browser refuses, the link can be copied by hand. */}
      {isCopied !== undefined && (
        <input
          className={styles.link}
          readOnly
          value={url.href}
          aria-label={formatMessage({ id: "compare.link" })}
          onFocus={(event) => event.target.select()}
        />
      )}
    </>
  );
}
