import { clsx } from "clsx";
import { Fragment, memo, useEffect, useRef } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import type { ComparisonPageFragment, ComparisonRowsFragment } from "~/graph/generated/graphql";
import { useForeignLanguage } from "~/i18n/useForeignLanguage";
import { groupNames } from "~/ui/measurement/groupNames";
import { isPlainClick } from "~/lib/interaction/isPlainClick";
import { itemText, type ProductItem, withParameters } from "~/lib/url/requestUrl";
import { Button } from "~/ui/button/Button";
import { ArrowLeftIcon, ArrowRightIcon, CloseIcon } from "~/ui/icon/iconSet";
import { Select } from "~/ui/input/Select";
import fade from "~/ui/table/ScrollFade.module.css";
import styles from "./ComparisonTable.module.css";
import { addedParameter, comparisonParameter, itemsText, positionParameter } from "./comparisonUrl";

/** A link to a changed comparison. */
interface Change {
  search: string;
  onClick: () => void;
}

export interface ComparisonTableProps {
  comparison: ComparisonPageFragment;
  items: readonly ProductItem[];
  move: (from: number, to: number) => Change;
  remove: (at: number) => Change;
  onVariant: (at: number, variantId: string, name: string) => void;
}

/** A column for each product, with the controls of the columns, and rows in both measurement systems. */
export function ComparisonTable({ comparison, items, move, remove, onVariant }: ComparisonTableProps) {
  const { formatMessage } = useIntl();
  const { columns, metric, imperial } = comparison;
  const last = columns.length - 1;
  const names = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const follow = () => {
    if (names.current && scroller.current) names.current.scrollLeft = scroller.current.scrollLeft;
  };
  // A visitor may have scrolled before hydration, and React replays no scroll events.
  useEffect(follow, []);
  const differs = (groups: readonly ComparisonRowsFragment[]) => groups.some((g) => g.rows.some((r) => !r.identical));
  const first = columns[0]?.product;
  const language = first?.isLanguageFallback ? first.contentLanguage.languageTag : undefined;
  return (
    <>
      <div className={styles.frame}>
        {/* The names stay in view while the page scrolls, which those in the scroller cannot. They are covered by these
            at first, and are those that are read and pressed. */}
        <div className={clsx(styles.names, fade.inline)} ref={names} aria-hidden="true" inert>
          <table className={styles.table}>
            <Names columns={columns} />
          </table>
        </div>
        {/* A scrollable region must be reachable by keyboard. */}
        <section
          className={clsx(styles.scroller, fade.inline)}
          ref={scroller}
          aria-label={formatMessage({ id: "compare.title" })}
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onScroll={follow}
        >
          <table className={styles.table}>
            <Names columns={columns} />
            <tbody className={styles.columnControls}>
              <tr>
                <th scope="row">
                  <span className={styles.hidden}>{formatMessage({ id: "compare.change" })}</span>
                </th>
                {columns.map(({ product, variant }, i) => (
                  <td key={i}>
                    <div className={styles.controls}>
                      <img className={styles.picture} src={product.image.source} alt="" />
                      <div className={styles.buttons}>
                        {i > 0 && (
                          <ChangeLink
                            change={move(i, i - 1)}
                            column={i}
                            control="left"
                            label={formatMessage({ id: "compare.moveLeft" }, { name: product.name })}
                          />
                        )}
                        {i < last && (
                          <ChangeLink
                            change={move(i, i + 1)}
                            column={i}
                            control="right"
                            label={formatMessage({ id: "compare.moveRight" }, { name: product.name })}
                          />
                        )}
                        <ChangeLink
                          change={remove(i)}
                          column={i}
                          control="remove"
                          label={formatMessage({ id: "compare.remove" }, { name: product.name })}
                        />
                      </div>
                      {product.variants.length > 1 && (
                        <VariantForm product={product} items={items} at={i} onVariant={onVariant} />
                      )}
                      <Link
                        className={styles.request}
                        to={withParameters(product.requestUrl, { what: "quote", model: variant?.id })}
                      >
                        {formatMessage({ id: "request.quote" })}
                      </Link>
                    </div>
                  </td>
                ))}
              </tr>
            </tbody>
            <RowGroups groups={metric} className={styles.metric} language={language} count={columns.length} />
            <RowGroups groups={imperial} className={styles.imperial} language={language} count={columns.length} />
          </table>
        </section>
      </div>
      <p className={styles.legend}>
        {formatMessage({ id: differs(metric) ? "compare.differs" : "compare.allIdentical" })}
      </p>
    </>
  );
}

/** The heads of the columns. */
function Names({ columns }: Pick<ComparisonPageFragment, "columns">) {
  const foreign = useForeignLanguage();
  return (
    <thead>
      <tr>
        <td />
        {columns.map(({ product, variant }, i) => (
          <th key={i} scope="col">
            <span className={styles.product} lang={foreign(product.nameLanguage.languageTag)}>
              {product.url ? <Link to={product.url}>{product.name}</Link> : product.name}
            </span>
            {variant && (
              <>
                <span
                  className={`${styles.variant} ${styles.metric}`}
                  lang={foreign(product.contentLanguage.languageTag)}
                >
                  {variant.metricName}
                </span>
                <span
                  className={`${styles.variant} ${styles.imperial}`}
                  lang={foreign(product.contentLanguage.languageTag)}
                >
                  {variant.imperialName}
                </span>
              </>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const icons = { left: ArrowLeftIcon, right: ArrowRightIcon, remove: CloseIcon };

/** An icon that leads to a changed comparison. */
export function ChangeLink({
  change,
  column,
  control,
  label,
}: {
  change: Change;
  column: number;
  control: keyof typeof icons;
  label: string;
}) {
  const { pathname } = useLocation();
  const Icon = icons[control];
  return (
    <Link
      className={styles.change}
      to={pathname + change.search}
      preventScrollReset
      data-column={column}
      data-control={control}
      aria-label={label}
      onClick={(event) => {
        if (isPlainClick(event)) change.onClick();
      }}
    >
      <Icon size={16} />
    </Link>
  );
}

/** The name of a variant without the name of its machine, which is the head of the column. */
function variantName(product: string, variant: string): string {
  return (variant.startsWith(`${product} `) && variant.slice(product.length).trim()) || variant;
}

/** Keeps a number with its unit, and lets a line of dimensions end only after a multiplication sign. */
function breakable(value: string) {
  const joined = value.replace(/(\d) (?=\p{L}{1,3}(?!\p{L}))/gu, "$1\u00a0");
  return joined.split(/(?<=\d\u202f×\u202f)/u).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** Chooses the variant of a column: immediately, or without JavaScript by its button. */
function VariantForm({
  product,
  items,
  at,
  onVariant,
}: Pick<ComparisonTableProps, "items" | "onVariant"> & {
  product: ComparisonPageFragment["columns"][number]["product"];
  at: number;
}) {
  const { formatMessage } = useIntl();
  const foreign = useForeignLanguage();
  const { pathname } = useLocation();
  const { slug } = product;
  const item = items[at] ?? { slug, variantId: null };
  return (
    <form className={styles.variantForm} method="get" action={pathname}>
      <input type="hidden" name={comparisonParameter} value={itemsText(items)} />
      <input type="hidden" name={positionParameter} value={at} />
      <Select
        label={formatMessage({ id: "product.variant" })}
        name={addedParameter}
        required
        key={itemText(item)}
        defaultValue={itemText(item)}
        options={product.variants.map(({ id, metricName }) => ({
          value: itemText({ slug, variantId: id }),
          label: variantName(product.name, metricName),
          language: foreign(product.contentLanguage.languageTag),
        }))}
        onChange={(event) => {
          const variant = product.variants.find(({ id }) => itemText({ slug, variantId: id }) === event.target.value);
          if (variant) onVariant(at, variant.id, variant.metricName);
        }}
      />
      <Button type="submit" size="small" variant="secondary" className={styles.apply}>
        {formatMessage({ id: "compare.apply" })}
      </Button>
    </form>
  );
}

const RowGroups = memo(function RowGroups({
  groups,
  className,
  language,
  count,
}: {
  groups: readonly ComparisonRowsFragment[];
  className: string | undefined;
  language: string | undefined;
  /** The number of products. */
  count: number;
}) {
  const { formatMessage } = useIntl();
  return groups.map(({ kind, rows }) => (
    <tbody key={kind} className={className} data-identical={rows.every((row) => row.identical) || undefined}>
      <tr className={styles.group}>
        <th scope="rowgroup" colSpan={count + 1}>
          <span className={styles.groupName}>{formatMessage({ id: groupNames[kind] })}</span>
        </th>
      </tr>
      {rows.map((row) => (
        <tr key={`${row.name} ${row.unit}`} data-identical={row.identical || undefined} lang={language}>
          <th scope="row">
            {row.name}
            {row.unit && <span className={styles.unit}> {row.unit}</span>}
          </th>
          {row.values.map((value, i) => (
            <td key={i} data-differs={!row.identical || undefined}>
              {value ? breakable(value) : "–"}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  ));
});
