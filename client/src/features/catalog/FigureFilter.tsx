import { useIntl } from "react-intl";
import type { ListingFigureFragment } from "~/graph/generated/graphql";
import { ListingNumber } from "~/ui/listing/ListingFilters";
import styles from "./FigureFilter.module.css";

/**
 * A filter by a figure of the technical data. Of ranges, the visitor enters the value that a machine must process; of
 * single values, limits.
 */
export function FigureFilter({ figure }: { figure: ListingFigureFragment }) {
  const { formatMessage } = useIntl();
  const language = figure.foreignLanguage ?? undefined;
  const unit = figure.unit ?? "";
  const title = unit ? `${figure.label} (${unit})` : figure.label;
  const limits = figure.lowest && figure.highest ? `${figure.lowest} – ${figure.highest} ${unit}`.trim() : undefined;
  const errorOf = (parameter: string) =>
    figure.invalidParameters.includes(parameter)
      ? formatMessage({ id: "catalog.invalidNumber" }, { example: figure.highest || "5" })
      : undefined;
  const matches = figure.isFiltered && (
    <p className={styles.matches}>{formatMessage({ id: "catalog.fit" }, { count: figure.count, total: figure.of })}</p>
  );
  if (figure.isRange) {
    return (
      <div className={styles.figure}>
        <ListingNumber
          label={title}
          labelLanguage={language}
          name={figure.fitsParameter}
          value={figure.fits}
          hint={limits}
          error={errorOf(figure.fitsParameter)}
        />
        {matches}
      </div>
    );
  }
  return (
    <fieldset className={styles.figure}>
      <legend className={styles.legend} lang={language}>
        {title}
      </legend>
      <div className={styles.limits}>
        <ListingNumber
          label={formatMessage({ id: "catalog.from" })}
          name={figure.minParameter}
          value={figure.min}
          placeholder={figure.lowest}
          error={errorOf(figure.minParameter)}
        />
        <ListingNumber
          label={formatMessage({ id: "catalog.to" })}
          name={figure.maxParameter}
          value={figure.max}
          placeholder={figure.highest}
          error={errorOf(figure.maxParameter)}
        />
      </div>
      {matches}
    </fieldset>
  );
}
