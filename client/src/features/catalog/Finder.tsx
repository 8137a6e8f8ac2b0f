import { clsx } from "clsx";
import { useId } from "react";
import { useIntl } from "react-intl";
import { Form } from "react-router";
import type { FinderFigure, ListingFigureFragment } from "~/graph/generated/graphql";
import { Button } from "~/ui/button/Button";
import { TextField } from "~/ui/input/TextField";
import styles from "./Finder.module.css";

interface FinderField {
  name: string;
  label: string;
  labelLanguage?: string | undefined;
  /** An example of a value. */
  placeholder: string;
}

export interface FinderProps {
  /** The path of the listing with the machines. */
  action: string;
  fields: readonly FinderField[];
  /** The units of values without one (`ProductListing.units`); those of the country by default. */
  units?: string | undefined;
  /** The listing has the products of all brands, on the site of one. */
  isOfAllBrands?: boolean | undefined;
  /** It is a part of another section, without margins of its own. */
  isInset?: boolean | undefined;
}

/**
 * Leads to the machines for a wire and an output. It is a form of HTML, which works without JavaScript (CAT-61).
 */
export function Finder({ action, fields, units, isOfAllBrands, isInset = false }: FinderProps) {
  const { formatMessage } = useIntl();
  const title = useId();
  return (
    <Form
      className={clsx(styles.finder, !isInset && styles.band)}
      action={action}
      role="search"
      aria-labelledby={title}
    >
      <p className={styles.title} id={title}>
        {formatMessage({ id: "finder.title" })}
      </p>
      {units && <input type="hidden" name="units" value={units} />}
      {isOfAllBrands && <input type="hidden" name="brand" value="all" />}
      <div className={styles.fields}>
        {fields.map((field) => (
          <TextField key={field.name} {...field} isFilter inputMode="decimal" maxLength={30} autoComplete="off" />
        ))}
        <Button type="submit" className={styles.submit}>
          {formatMessage({ id: "finder.submit" })}
        </Button>
      </div>
    </Form>
  );
}

/** The fields of a finder that does not belong to a listing, such as that of a home page, for some figures. */
export function useFinderFields(figures: readonly FinderFigure[]): FinderField[] {
  const { formatMessage, formatNumber } = useIntl();
  const fields: Record<FinderFigure, FinderField> = {
    CROSS_SECTION: {
      name: "wire",
      label: formatMessage({ id: "finder.wire" }),
      placeholder: `${formatNumber(0.5)} mm²`,
    },
    OUTPUT: { name: "output", label: formatMessage({ id: "finder.output" }), placeholder: formatNumber(4000) },
  };
  return figures.map((figure) => fields[figure]);
}

/** The fields of the finder above a listing, by its figures; none for a listing without them. */
export function finderFieldsOf(figures: readonly ListingFigureFragment[]): FinderField[] {
  return figures
    .filter(({ finderParameter }) => finderParameter)
    .map(({ label, foreignLanguage, unit, isRange, fitsParameter, minParameter, lowest, highest }) => ({
      name: isRange ? fitsParameter : minParameter,
      label: [label, !isRange && "≥", unit && `(${unit})`].filter(Boolean).join(" "),
      labelLanguage: foreignLanguage ?? undefined,
      placeholder: lowest && highest ? `${lowest} – ${highest}` : "",
    }));
}
