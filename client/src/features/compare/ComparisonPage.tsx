import { type ReactNode, useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation, useNavigate } from "react-router";
import type { ComparisonPageFragment } from "~/graph/generated/graphql";
import { useForeignLanguage } from "~/i18n/useForeignLanguage";
import { useCopy } from "~/lib/interaction/useCopy";
import { type ProductItem, requestUrlOf, useRequestUrl } from "~/lib/url/requestUrl";
import { Button, ButtonLink } from "~/ui/button/Button";
import { ArrowLeftIcon, PrintIcon } from "~/ui/icon/iconSet";
import { RadioGroup, Switch } from "~/ui/input/Choice";
import { type MeasurementSystem, useMeasurementSystem } from "~/ui/measurement/measurement";
import { AddProductForm } from "./AddProductForm";
import { replaceGroup } from "./basket";
import styles from "./ComparisonPage.module.css";
import { ChangeLink, ComparisonTable } from "./ComparisonTable";
import { comparisonSearch, moved } from "./comparisonUrl";
import { updateBasket } from "./useBasket";

export interface ComparisonPageProps {
  comparison: ComparisonPageFragment;
  /** The measurement system of the visitor's country. */
  system: MeasurementSystem;
}

/**
 * Products side by side. The URL is the comparison: every change leads to another URL, so that the page works without
 * JavaScript (CAT-44). A change also makes the comparison the visitor's basket (CAT-46).
 */
export function ComparisonPage({ comparison, system: ofCountry }: ComparisonPageProps) {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const foreign = useForeignLanguage();
  const [system, choose] = useMeasurementSystem(ofCountry);
  const [announcement, setAnnouncement] = useState("");
  const [wantedFocus, setWantedFocus] = useState<{ column: number; control: "left" | "right" | "remove" }>();
  const requestUrl = useRequestUrl();
  const content = useRef<HTMLDivElement>(null);
  const { columns, classification, candidates } = comparison;
  const items = columns.map(({ product, variant }): ProductItem => ({
    slug: product.slug,
    variantId: variant?.id ?? null,
  }));

  const store = (changed: readonly ProductItem[]) => {
    if (classification)
      updateBasket((basket) => replaceGroup(basket, classification.slug, changed), { isAnnounced: false });
  };
  const show = (changed: readonly ProductItem[], message: string) => {
    store(changed);
    setAnnouncement(message);
    void navigate({ search: comparisonSearch(changed) }, { preventScrollReset: true });
  };

  // The columns are elements by position: after a move, the focus follows the product.
  useEffect(() => {
    if (!wantedFocus) return;
    const { column, control } = wantedFocus;
    const controls = content.current?.querySelectorAll(`[data-column="${column}"]`) ?? [];
    const found = [...controls].filter((element): element is HTMLElement => element instanceof HTMLElement);
    (found.find((element) => element.dataset.control === control) ?? found[0])?.focus();
  }, [wantedFocus, columns]);

  const move = (from: number, to: number) => {
    const changed = moved(items, from, to);
    const name = columns[from]?.product.name ?? "";
    return {
      search: comparisonSearch(changed),
      onClick: () => {
        store(changed);
        setWantedFocus({ column: to, control: to < from ? "left" : "right" });
        setAnnouncement(
          formatMessage({ id: "compare.moved" }, { name, position: to + 1, count: String(columns.length) }),
        );
      },
    };
  };
  const remove = (at: number) => {
    const changed = items.filter((_, i) => i !== at);
    return {
      search: changed.length > 0 ? comparisonSearch(changed) : "",
      onClick: () => {
        store(changed);
        setWantedFocus({ column: Math.min(at, changed.length - 1), control: "remove" });
        setAnnouncement(formatMessage({ id: "compare.wasRemoved" }, { name: columns[at]?.product.name ?? "" }));
      },
    };
  };
  const hasSystems = JSON.stringify(comparison.metric) !== JSON.stringify(comparison.imperial);
  return (
    <div
      className={styles.page}
      ref={content}
      data-without-comparison-bar=""
      data-systems={(comparison.isShown && hasSystems) || undefined}
    >
      <header className={styles.header}>
        <div>
          <h1 className={styles.title}>
            {formatMessage({ id: comparison.isShown ? "compare.title" : "compare.basket" })}
          </h1>
          {classification && (
            <Link className={styles.back} to={classification.url}>
              <ArrowLeftIcon size={16} />
              <span lang={foreign(classification.nameLanguage.languageTag)}>{classification.name}</span>
            </Link>
          )}
        </div>
        {comparison.isShown && (
          <div className={styles.actions}>
            {requestUrl && (
              <ButtonLink size="small" target={{ kind: "ROUTE", url: requestUrlOf(requestUrl, items) }}>
                {formatMessage({ id: "compare.requestAll" })}
              </ButtonLink>
            )}
            <ShareButton />
            <Button variant="secondary" size="small" icon={<PrintIcon size={16} />} onClick={() => window.print()}>
              {formatMessage({ id: "compare.print" })}
            </Button>
          </div>
        )}
      </header>
      <p className={styles.announcement} role="status">
        {announcement}
      </p>
      {!comparison.isShown && <p>{formatMessage({ id: "compare.tooFew" })}</p>}
      {comparison.isShown && (
        <div className={styles.controls}>
          <Switch label={formatMessage({ id: "compare.hideIdentical" })} />
          {hasSystems && (
            <RadioGroup
              segmented
              legend={formatMessage({ id: "product.system" })}
              value={system}
              options={[
                { value: "METRIC", label: formatMessage({ id: "product.metric" }) },
                { value: "IMPERIAL", label: formatMessage({ id: "product.imperial" }) },
              ]}
              onChange={(event) => choose(event.target.value as MeasurementSystem)}
            />
          )}
        </div>
      )}
      {!comparison.isShown && columns[0] && (
        <p className={styles.only}>
          <span lang={foreign(columns[0].product.nameLanguage.languageTag)}>
            {columns[0].product.url ? (
              <Link to={columns[0].product.url}>{columns[0].product.name}</Link>
            ) : (
              columns[0].product.name
            )}
          </span>
          <ChangeLink
            change={remove(0)}
            column={0}
            control="remove"
            label={formatMessage({ id: "compare.remove" }, { name: columns[0].product.name })}
          />
        </p>
      )}
      {comparison.isShown && (
        <ComparisonTable
          comparison={comparison}
          items={items}
          move={move}
          remove={remove}
          onVariant={(at, variantId, name) =>
            show(
              items.map((item, i) => (i === at ? { ...item, variantId } : item)),
              name,
            )
          }
        />
      )}
      {candidates.length > 0 && (
        <AddProductForm
          items={items}
          names={columns.map(({ product }) => product.name)}
          candidates={candidates}
          isFull={classification ? items.length >= classification.maxCompared : false}
          onChange={show}
        />
      )}
    </div>
  );
}

/** Copies the URL of the comparison. */
function ShareButton(): ReactNode {
  const { formatMessage } = useIntl();
  const { key } = useLocation();
  const { isCopied, copy } = useCopy();
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => void copy(window.location.href)}>
        {formatMessage({ id: isCopied ? "compare.copied" : "compare.share" })}
      </Button>
      {/* If the browser refuses, the link can be copied by hand. */}
      {isCopied !== undefined && (
        <input
          key={key}
          className={styles.link}
          readOnly
          defaultValue={window.location.href}
          aria-label={formatMessage({ id: "compare.link" })}
          onFocus={(event) => event.target.select()}
        />
      )}
    </>
  );
}
